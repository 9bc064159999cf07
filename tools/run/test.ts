import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allChecks, checksOf, runChecks } from '../check/checks.ts'
import { unreachedStatuses } from '../coverage/report.ts'
import { ensureBuilt } from '../setup/build.ts'
import type { TestCount } from './count.ts'
import { changedPackages, findPackage, listTestFiles, readPackages } from './packages.ts'
import { makeScratchFolder } from './scratch.ts'
import { finish, reports } from './summary.ts'
import { runVitest } from './vitest.ts'

const vitestReport = join(reports, 'vitest.json')
const statuses = join(reports, 'statuses')
const scratch = makeScratchFolder()

const toCount = ({ passed, failed }: { passed: number; failed: string[] }): TestCount => ({
  passed,
  failed,
  skipped: [],
  flaky: [],
})

/** During tests, checks run one at a time, because the tests leave little CPU idle. */
const checkConcurrency = 1

/** Runs all checks and tests, then reports declared statuses that no test received. */
const runAll = async (): Promise<TestCount[]> => {
  const [checks, tests] = await Promise.all([
    runChecks(allChecks, checkConcurrency),
    runVitest([], vitestReport, { TMPDIR: scratch, WP_COVERAGE_DIR: statuses }),
  ])
  const unreached = await unreachedStatuses(statuses)
  const statusesCheck =
    unreached.length === 0
      ? { passed: 1, failed: [] }
      : { passed: 0, failed: [`Declared statuses that no test reached:\n${unreached.join('\n')}`] }
  return [toCount(checks), tests, toCount(statusesCheck)]
}

const runChanged = async (): Promise<TestCount[]> => {
  const packages = changedPackages()
  const names = packages.map(({ name }) => name).join(', ')
  console.log(names ? `Changed: ${names}` : 'No package differs from main.')
  const [checks, tests] = await Promise.all([
    runChecks(allChecks, checkConcurrency),
    names
      ? runVitest(listTestFiles(packages), vitestReport, { TMPDIR: scratch })
      : toCount({ passed: 0, failed: [] }),
  ])
  return [toCount(checks), tests]
}

const runPackage = async (wanted: string, filters: string[]): Promise<TestCount[]> => {
  const packages = readPackages()
  const found = findPackage(packages, wanted)
  if (!found) {
    const known = packages.map(({ path }) => path).join(', ')
    return [toCount({ passed: 0, failed: [`Unknown package ${wanted}. Packages: ${known}.`] })]
  }
  const [checks, tests] = await Promise.all([
    runChecks(checksOf(found.path), checkConcurrency),
    runVitest([`--root=${found.path}`, ...filters], vitestReport, { TMPDIR: scratch }),
  ])
  return [toCount(checks), tests]
}

const begin = (): void => {
  console.log('Running checks and tests. A failed check is printed immediately.')
  rmSync(reports, { recursive: true, force: true })
  ensureBuilt()
}

/** Runs every check and test, or those of one package; `filters` select test files within the package. */
export const runTests = async (wanted?: string, filters: string[] = []): Promise<void> => {
  begin()
  if (wanted === undefined) finish('test', await runAll())
  else finish('package', await runPackage(wanted, filters))
}

/** Runs every check, and the tests of packages that differ from `main` and of their dependents. */
export const runChangedTests = async (): Promise<void> => {
  begin()
  finish('changed', await runChanged())
}
