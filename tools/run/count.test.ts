import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { countTests, countTwoRuns, listFailedFiles } from './count.ts'
import { addUp, readCount } from './summary.ts'

const file = (status: string, ...assertions: string[]) => ({
  name: join(root, 'a.test.ts'),
  status,
  message: 'Cannot load',
  assertionResults: assertions.map((text, at) => ({
    fullName: `${text} ${at}`,
    status: text,
    failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:3'],
  })),
})

describe('countTests', () => {
  it('counts the tests of all files, and lists the skipped and the failed ones', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }
    const failure = 'a.test.ts failed 1\n    AssertionError: expected 1 to be 2\n        at a.test.ts:3'
    expect(countTests(report)).toEqual({ passed: 2, failed: [failure], skipped: ['skipped 1'], flaky: [] })
  })

  it('counts a file that cannot be loaded as one failure', () => {
    expect(countTests({ testResults: [file('failed')] })).toEqual({
      passed: 0,
      failed: ['a.test.ts\n    Cannot load'],
      skipped: [],
      flaky: [],
    })
  })
})

describe('countTwoRuns', () => {
  const named = (name: string, ...rest: Parameters<typeof file>) => ({
    ...file(...rest),
    name: join(root, name),
  })
  const first = {
    testResults: [
      named('a.test.ts', 'passed', 'passed'),
      named('b.test.ts', 'failed', 'passed', 'failed'),
      named('c.test.ts', 'failed', 'failed'),
    ],
  }

  it('counts the second result of the files that failed, and lists tests that only then passed as flaky', () => {
    const passed = { ...named('b.test.ts', 'passed', 'passed', 'passed') }
    const again = { testResults: [passed, named('c.test.ts', 'failed', 'failed')] }
    expect(listFailedFiles(first)).toEqual(again.testResults.map(({ name }) => name))
    const { failed, flaky, ...rest } = countTwoRuns(first, again)
    expect(rest).toEqual({ passed: 3, skipped: [] })
    expect(failed).toEqual([expect.stringContaining('c.test.ts failed 0')])
    expect(flaky).toEqual([expect.stringContaining('b.test.ts failed 1')])
  })

  it('keeps the failures when the second run has no result', () => {
    expect(countTwoRuns(first, { testResults: [] })).toEqual(countTests(first))
  })
})

describe('addUp', () => {
  it('adds up the counts of several runs and collects their failed and skipped tests', () => {
    const counts = [
      { passed: 2, failed: ['c'], skipped: ['a'], flaky: [] },
      { passed: 3, failed: ['d'], skipped: ['b'], flaky: ['e'] },
    ]
    expect(addUp(counts)).toEqual({ passed: 5, failed: ['c', 'd'], skipped: ['a', 'b'], flaky: ['e'] })
  })
})

describe('readCount', () => {
  it('counts a run without a stored result as one failure', () => {
    expect(readCount('a-run-that-never-was')).toEqual({
      passed: 0,
      failed: ['The run "a-run-that-never-was" did not finish'],
      skipped: [],
      flaky: [],
    })
  })
})
