import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { timeLimits } from '@wp/testing/vitest'
import { root } from '../root.ts'
import { countTests, countTwoRuns, listFailedFiles, type TestCount, type VitestReport } from './count.ts'

let running: ChildProcess | null = null
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Exits only after the test process, which must first stop the platform that it started.
    if (!running) process.exit(1)
    running.kill('SIGTERM')
    running.once('exit', () => process.exit(1))
  })
}

/** Node's compile cache, shared with `npm start`. */
const compileCache = join(root, 'node_modules/.cache/node-compile')

const run = (args: string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    running = spawn('vitest', args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
    })
    running.once('error', () => resolve(1))
    running.once('close', (code) => resolve(code ?? 1))
  })

/**
 * One worker more than processors, because tests wait more than they compute. Set here because the tests of a single
 * package do not use the root configuration.
 */
const workers = Number(process.env['VITEST_MAX_WORKERS'] ?? availableParallelism() + 1)

const emptyReport: VitestReport = { testResults: [] }

/** Runs vitest and returns its exit code and report. Test files share workers, because loading the sources again would take most of the time of a small file. */
const runAndRead = async (
  args: string[],
  file: string,
  env: Record<string, string>,
): Promise<{ exitCode: number; report: VitestReport }> => {
  mkdirSync(dirname(file), { recursive: true })
  const exitCode = await run(
    [
      'run',
      '--no-isolate',
      `--maxWorkers=${workers}`,
      // Otherwise, workers would spend an eighth of their time collecting new objects.
      '--execArgv=--max-semi-space-size=64',
      `--testTimeout=${timeLimits.testTimeout}`,
      `--hookTimeout=${timeLimits.hookTimeout}`,
      `--expect.poll.timeout=${timeLimits.expect.poll.timeout}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    env,
  )
  running = null
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : emptyReport
  return { exitCode, report }
}

/** Adds a failure for errors outside tests, such as an unhandled rejection. */
const withOtherErrors = (count: TestCount, exitCode: number, args: string[]): TestCount =>
  exitCode !== 0 && count.failed.length === 0
    ? { ...count, failed: [`vitest ${args.join(' ')} ended with ${exitCode} outside tests`] }
    : count

/** Runs vitest and counts its tests. */
export const runVitest = async (
  args: string[],
  file: string,
  env: Record<string, string> = {},
): Promise<TestCount> => {
  const { exitCode, report } = await runAndRead(args, file, env)
  return withOtherErrors(countTests(report), exitCode, args)
}

/** Like `runVitest`, but reruns files with a failed test; tests that then pass are reported as flaky. */
export const runVitestWithSecondTry = async (
  args: string[],
  file: string,
  env: Record<string, string> = {},
): Promise<TestCount> => {
  const first = await runAndRead(args, file, env)
  const files = listFailedFiles(first.report)
  if (files.length === 0) return withOtherErrors(countTests(first.report), first.exitCode, args)
  const second = await runAndRead([...args, ...files], file.replace(/\.json$/, '-again.json'), env)
  return withOtherErrors(countTwoRuns(first.report, second.report), second.exitCode, args)
}
