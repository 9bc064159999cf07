import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { TestCount } from './count.ts'

/** What a run leaves behind; nothing in it is kept from run to run. */
export const reports = join(root, '.reports')

const fileOf = (run: string) => join(reports, `${run}.count.json`)

/** Adds up counts; every skip stays named. */
export const addUp = (counts: TestCount[]): TestCount => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: counts.flatMap(({ skipped }) => skipped),
})

/** Ends a run: names the skips, prints `N passed, N failed` as its last line, sets the exit code and keeps the count. */
export const finish = (run: string, counts: TestCount[]): void => {
  const { passed, failed, skipped } = addUp(counts)
  console.log('')
  for (const title of skipped) console.log(`skipped: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  mkdirSync(reports, { recursive: true })
  writeFileSync(fileOf(run), JSON.stringify({ passed, failed, skipped }))
  process.exitCode = failed === 0 ? 0 : 1
}

/** The count that a run kept; one that did not come to its end is a failure. */
export const readCount = (run: string): TestCount => {
  try {
    return JSON.parse(readFileSync(fileOf(run), 'utf8')) as TestCount
  } catch {
    console.error(`${run} did not come to its end`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}
