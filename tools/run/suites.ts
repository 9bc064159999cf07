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

/** The arguments and settings of suites that run vitest directly, without checks or a final count. */
const suites = {
  faults: { args: ['--no-file-parallelism', ...faults], env: { FULL: '1' } },
  security: { args: ['--root', 'test', 'security'], env: { FULL: '1' } },
  helm: { args: ['--root', 'test/full/helm'], env: { ASK_HELM: '1' } },
  upgrade: { args: ['--root', 'test/full/upgrade'], env: {} },
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

/** Runs one suite with vitest and passes additional arguments to vitest. */
export const runSuite = (name: SuiteName, args: string[]): void => {
  ensureBuilt()
  run('vitest', ['run', ...suites[name].args, ...args], suites[name].env)
}

/** Runs the conformance cases against the MongoDB at this address, or against the embedded database. */
export const runConformance = (address?: string): void =>
  run(process.execPath, ['libs/embedded-mongo/test/conformance/main.ts', ...(address ? [address] : [])], {})
