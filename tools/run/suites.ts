import { spawnSync } from 'node:child_process'
import { root } from '../root.ts'
import { ensureBuilt } from '../setup/build.ts'

const faults = [
  'faults',
  'races',
  'services/realtime/test',
  'crash',
  'outages',
  'batches',
  'stalls',
  'idempotency',
  'drain',
  'libs/rpc',
  'libs/mongo/test/outage',
  'libs/embedded-mongo/test/damage',
  'property',
]

/** The options, test files and settings of suites that run vitest directly, without checks or a final count. */
const suites = {
  faults: { options: ['--no-file-parallelism'], files: faults, env: { FULL: '1' } },
  soak: { options: ['--root', 'test/soak'], files: [], env: { FULL: '1' } },
  security: { options: ['--root', 'test'], files: ['security'], env: { FULL: '1' } },
  helm: { options: ['--root', 'test/full/helm'], files: [], env: {} },
  upgrade: { options: ['--root', 'test/full/upgrade'], files: [], env: {} },
}

export type SuiteName = keyof typeof suites

const run = (program: string, args: string[], env: Record<string, string>): void => {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exitCode = status ?? 1
}

/** Runs one suite with vitest. The first arguments replace the suite's files; options follow. */
export const runSuite = (name: SuiteName, args: string[]): void => {
  ensureBuilt()
  const { options, files, env } = suites[name]
  const selected = args[0] === undefined || args[0].startsWith('-') ? files : []
  run('vitest', ['run', ...options, ...selected, ...args], env)
}

/** Runs the conformance cases against the MongoDB at this address, or against the embedded database. */
export const runConformance = (address?: string): void =>
  run(process.execPath, ['libs/embedded-mongo/test/conformance/main.ts', ...(address ? [address] : [])], {})
