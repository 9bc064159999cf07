import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { TestCount } from './count.ts'

/** The folder for the reports of the last run. */
export const reports = join(root, '.reports')

const fileOf = (run: string) => join(reports, `${run}.count.json`)

/** Adds up counts and collects the names of skipped tests. */
export const addUp = (counts: TestCount[]): TestCount => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: counts.flatMap(({ skipped }) => skipped),
})

/** Finishes a run: lists skipped tests, prints `N passed, N failed`, sets the exit code and stores the count. */
export const finish = (run: string, counts: TestCount[]): void => {
  const { passed, failed, skipped } = addUp(counts)
  console.log('')
  for (const title of skipped) console.log(`skipped: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  mkdirSync(reports, { recursive: true })
  writeFileSync(fileOf(run), JSON.stringify({ passed, failed, skipped }))
  process.exitCode = failed === 0 ? 0 : 1
}

/** Returns a run's stored count. A run that did not finish counts as one failure. */
export const readCount = (run: string): TestCount => {
  try {
    return JSON.parse(readFileSync(fileOf(run), 'utf8')) as TestCount
  } catch {
    console.error(`${run} did not finish`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}
