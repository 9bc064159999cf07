import { relative } from 'node:path'
import { root } from '../root.ts'

type Assertion = { fullName: string; status: string; failureMessages?: string[] }
/**
 * The result of a run: how many tests passed, a description of each failure, the titles of skipped tests, and a
 * description of each test that failed at first and passed when its file ran again.
 */
export type TestCount = { passed: number; failed: string[]; skipped: string[]; flaky: string[] }
export type VitestReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: Assertion[] }[]
}

/** Names a failed test, followed by the beginning of its message. */
const describeFailure = (file: string, title: string, message = ''): string =>
  [`${relative(root, file)} ${title}`.trimEnd(), ...message.split('\n', 6)].join('\n    ').trimEnd()

/** Adds up vitest's JSON report; a file that failed before its first test counts as one failure. */
export const countTests = ({ testResults }: VitestReport): TestCount => {
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed')
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failures = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (status === 'failed' && failures.length === 0) return [describeFailure(name, '', message)]
    return failures.map(({ fullName, failureMessages }) =>
      describeFailure(name, fullName, failureMessages?.join('\n')),
    )
  })
  return {
    passed: assertions.filter(({ status }) => status === 'passed').length,
    failed,
    skipped: [...new Set(skipped.map(({ fullName }) => fullName))],
    flaky: [],
  }
}

/** Lists the failed files in a report. */
export const listFailedFiles = ({ testResults }: VitestReport): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

const titleOf = (failure: string): string | undefined => failure.split('\n', 1)[0]

/** Counts the tests of a run whose failed files were rerun, using the second result of each file. */
export const countTwoRuns = (first: VitestReport, second: VitestReport): TestCount => {
  const again = new Map(second.testResults.map((file) => [file.name, file]))
  const count = countTests({ testResults: first.testResults.map((file) => again.get(file.name) ?? file) })
  const stillFailed = new Set(count.failed.map(titleOf))
  return { ...count, flaky: countTests(first).failed.filter((failure) => !stillFailed.has(titleOf(failure))) }
}
