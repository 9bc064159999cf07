import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { TestCount } from './count.ts'

/** The folder for the reports of the last run. */
export const reports = join(root, '.reports')

const fileOf = (run: string) => join(reports, `${run}.count.json`)

/** Adds up the results of several runs. */
export const addUp = (counts: TestCount[]): TestCount => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.flatMap(({ failed }) => failed),
  skipped: counts.flatMap(({ skipped }) => skipped),
  flaky: counts.flatMap(({ flaky }) => flaky),
})

/** Lists skipped, flaky and failed tests, prints `N passed, N failed` and sets the exit code. */
export const print = ({ passed, failed, skipped, flaky }: TestCount): void => {
  console.log('')
  for (const title of skipped) console.log(`skipped: ${title}`)
  for (const failure of flaky) console.log(`flaky: ${failure}`)
  for (const failure of failed) console.log(`failed: ${failure}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

/** Finishes a run: prints its result and stores it. */
export const finish = (run: string, counts: TestCount[]): void => {
  const count = addUp(counts)
  print(count)
  mkdirSync(reports, { recursive: true })
  writeFileSync(fileOf(run), JSON.stringify(count))
}

/** Returns a run's stored result. A run that did not finish counts as one failure. */
export const readCount = (run: string): TestCount => {
  try {
    return JSON.parse(readFileSync(fileOf(run), 'utf8')) as TestCount
  } catch {
    return { passed: 0, failed: [`The run "${run}" did not finish`], skipped: [], flaky: [] }
  }
}
