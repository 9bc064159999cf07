import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { printFailures, root, runChecks } from './check/checks.ts'
import { unreachedStatuses } from './coverage/report.ts'
import { countTests, type VitestReport } from './run/count.ts'

/** Everything: checks, then all tests in one run, then the statuses that no test reached. */
const reports = join(root, '.reports')
const vitestReport = join(reports, 'vitest.json')

let passed = 0
let failed = 0
const count = (outcome: boolean) => (outcome ? (passed += 1) : (failed += 1))

let running: ChildProcess | null = null
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // The test process stops the platform that it started; wait for it.
    if (!running) process.exit(1)
    running.kill('SIGTERM')
    running.once('exit', () => process.exit(1))
  })
}

const runTests = (filters: string[]): Promise<number> =>
  new Promise((resolve) => {
    const args = [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--testTimeout=30000',
      `--outputFile.json=${vitestReport}`,
      ...filters,
    ]
    const env = { ...process.env, WP_COVERAGE_DIR: join(reports, 'statuses') }
    running = spawn('vitest', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
    running.once('error', () => resolve(1))
    running.once('close', (code) => resolve(code ?? 1))
  })

rmSync(reports, { recursive: true, force: true })
mkdirSync(join(reports, 'statuses'), { recursive: true })

console.log('Checking types, lint, format, dead code, boundaries, protos and documents; then the tests …')
const checks = await runChecks()
printFailures(checks)
for (const check of checks) count(check.passed)

const exitCode = await runTests([])
running = null
const report = existsSync(vitestReport)
  ? (JSON.parse(readFileSync(vitestReport, 'utf8')) as VitestReport)
  : { testResults: [] }
const tests = countTests(report)
passed += tests.passed
failed += tests.failed
// vitest also fails for what no test caught, such as an unhandled rejection.
if (exitCode !== 0 && tests.failed === 0) count(false)

const unreached = await unreachedStatuses(join(reports, 'statuses'))
count(unreached.length === 0)
if (unreached.length > 0)
  console.error(`\n✗ Declared statuses that no test reached:\n${unreached.join('\n')}`)

console.log('')
for (const title of tests.skipped) console.log(`skipped: ${title}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
