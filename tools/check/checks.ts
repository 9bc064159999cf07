import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { readSources, serviceNames, violations, type SourceFile } from './boundaries.ts'
import { faultsOfDeclarations } from './declarations.ts'
import { folderCycles, rolesOutOfOrder } from './folders.ts'
import { consoleTextProblems } from './console-texts.ts'
import { lockfileProblems } from './lockfile.ts'
import { ownSecrets } from './secrets.ts'
import { filesWithoutRole, importCycles, importsOfService, listsInContracts } from './service-layout.ts'
import { textProblems } from './texts.ts'
import { wordingProblems } from './wording.ts'
import { workflowProblems } from './workflows.ts'

export type Check = { name: string; run: () => Promise<{ passed: boolean; output: string }> }

const command =
  (program: string, args: string[], cwd = root) =>
  (): Promise<{ passed: boolean; output: string }> =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        TURBO_TELEMETRY_DISABLED: '1',
        DO_NOT_TRACK: '1',
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        // Disables Go's garbage collection, which would take a quarter of the time of short runs of tsc and the
        // linter.
        GOGC: 'off',
      }
      const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      const collect = (text: Buffer) => (output += text.toString())
      child.stdout.on('data', collect)
      child.stderr.on('data', collect)
      child.once('error', (error) => resolve({ passed: false, output: error.message }))
      child.once('close', (code) => resolve({ passed: code === 0, output }))
    })

/** Lines that turbo and npm print around a task's output. */
const chatter =
  /^\s*(•|turbo \d|npm (warn|error)|> |cache (miss|hit|bypass)|Tasks:|Cached:|Time:|Failed:|ERROR\s+run failed|\S+#\w+:\s+(ERROR|WARNING))/

const turbo = (task: string) => async () => {
  const run = command('turbo', ['run', task, '--output-logs=errors-only', '--log-prefix=none'])
  const { passed, output } = await run()
  const lines = output.split('\n').filter((line) => !chatter.test(line))
  return {
    passed,
    output: lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** Creates a check from a function that returns problems, one line each. */
const inspect = (find: () => string[] | Promise<string[]>) => async () => {
  const problems = await find()
  return { passed: problems.length === 0, output: problems.join('\n') }
}

/** The source files, read once for all checks. */
let sources: SourceFile[] | undefined
const getSources = (): SourceFile[] => (sources ??= readSources(root))

const importProblems = () => violations(getSources(), serviceNames(root))

const layoutProblems = () => {
  const files = getSources()
  return [filesWithoutRole, importsOfService, importCycles, listsInContracts].flatMap((find) => find(files))
}

export const allChecks: Check[] = [
  { name: 'types (tsc)', run: turbo('typecheck') },
  { name: 'lint (oxlint)', run: turbo('lint') },
  { name: 'format (oxfmt; npm run format fixes it)', run: command('oxfmt', ['--check', '.']) },
  { name: 'dead code (knip)', run: command('knip', ['--no-progress', '--no-config-hints']) },
  { name: 'package versions (sherif)', run: command('sherif', ['--fail-on-warnings']) },
  { name: 'boundaries (tools/check/boundaries.ts)', run: inspect(importProblems) },
  { name: 'service layout (tools/check/service-layout.ts)', run: inspect(layoutProblems) },
  {
    name: 'folders and roles (tools/check/folders.ts)',
    run: inspect(() => [folderCycles, rolesOutOfOrder].flatMap((find) => find(getSources()))),
  },
  { name: 'wording (tools/check/wording.ts)', run: inspect(() => wordingProblems(getSources())) },
  { name: 'texts of all languages (tools/check/texts.ts)', run: inspect(() => textProblems(root)) },
  {
    name: 'texts of the console (tools/check/console-texts.ts)',
    run: inspect(() => consoleTextProblems(root)),
  },
  { name: 'secrets (tools/check/secrets.ts)', run: inspect(() => ownSecrets(getSources())) },
  {
    name: 'service declarations (tools/check/declarations.ts)',
    run: inspect(() =>
      faultsOfDeclarations(
        root,
        getSources(),
        serviceNames(root).map((name) => name.slice('@wp/'.length)),
      ),
    ),
  },
  {
    name: 'lockfile (tools/check/lockfile.ts)',
    run: inspect(() => lockfileProblems(root)),
  },
  { name: 'workflows (tools/check/workflows.ts)', run: inspect(() => workflowProblems(root)) },
  { name: 'protos (buf lint)', run: command('buf', ['lint'], join(root, 'protos')) },
  {
    name: 'generated files (npm run wp -- docs updates them)',
    run: command('node', ['tools/wp/main.ts', 'docs', '--check']),
  },
]

/** The repository is one TypeScript project, so checking a single package needs a separate project file. */
const checkTypesOf = (folder: string) => {
  const cache = join(root, 'node_modules/.cache/types')
  const project = join(cache, `${folder.replaceAll('/', '-')}.json`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      include: [join(root, folder)],
      exclude: [join(root, '**/node_modules'), join(root, folder, 'dist'), join(root, folder, 'web')],
    }),
  )
  return command('tsc', ['-p', project, '--checkers', '1'])()
}

/** A web application has its own project, with the types of browsers. */
const checkWebTypes = (folder: string): Check[] =>
  existsSync(join(root, folder, 'web/tsconfig.json'))
    ? [{ name: 'types of the web application (tsc)', run: command('tsc', ['-p', join(folder, 'web')]) }]
    : []

/** Returns the checks for the package in this folder. */
export const checksOf = (folder: string): Check[] => [
  { name: 'types (tsc)', run: () => checkTypesOf(folder) },
  ...checkWebTypes(folder),
  { name: 'lint (oxlint)', run: command('oxlint', ['--type-aware', folder]) },
  { name: 'format (oxfmt; npm run format fixes it)', run: command('oxfmt', ['--check', folder]) },
  {
    name: 'boundaries (tools/check/boundaries.ts)',
    run: inspect(() => importProblems().filter((problem) => problem.startsWith(`${folder}/`))),
  },
  {
    name: 'service layout (tools/check/service-layout.ts)',
    run: inspect(() => layoutProblems().filter((problem) => problem.startsWith(`${folder}/`))),
  },
  {
    name: 'wording (tools/check/wording.ts)',
    run: inspect(() => wordingProblems(getSources()).filter((problem) => problem.startsWith(`${folder}/`))),
  },
]

/** Runs checks, `concurrency` at a time. Prints the output of each failed check in one piece. */
export const runChecks = async (
  checks: Check[],
  concurrency: number,
): Promise<{ passed: number; failed: string[] }> => {
  const waiting = [...checks]
  const failed: string[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { passed, output } = await check.run()
      if (passed) continue
      failed.push(check.name)
      console.error(`\n✗ ${check.name}\n${output.trimEnd()}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { passed: checks.length - failed.length, failed }
}
