// Measures the cost of a workspace's actions in all processes, the throughput at saturation and the
// response times below it, and writes docs/capacity.md. Takes about four minutes. Linux only.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPlatform } from '@wp/local-platform'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { cachedTokenMs, maxCachedTokens } from '../../libs/auth/src/verifier.ts'
import { root } from '../root.ts'
import { prepareActions } from './capacity/actions.ts'
import { repeat, sendAt } from './capacity/load.ts'
import type { Measured } from './capacity/measured.ts'
import { kindOf, kinds, totalOf, type CostByProcess, type Kind } from './capacity/mix.ts'
import { toCapacityPage } from './capacity/page.ts'
import { addedPer, openStored, type Stored } from './capacity/stored.ts'
import { median, report } from './measure.ts'
import { call, signUp } from './parts/by-size.ts'
import { cpuMicrosOf } from './parts/process-cpu.ts'
import { residentMbOf } from './parts/process-memory.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)
/** Enough for the events of the last action to be handled. */
const settleMs = 1000
const idleMs = 2000
const costSeconds = 2
const warmUpSeconds = 3
const fewParallel = 8
const workspaces = 8
const signups = 20
const tokenChecks = 500
const cores = availableParallelism()
/** Enough to keep all cores busy. */
const connections = cores * 16

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const unlimited = '100000000'
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  env: {
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_DEFAULT: unlimited,
    RATE_LIMIT_SIGNUP: unlimited,
    RATE_LIMIT_AUTH: unlimited,
    // A few workspaces represent all of them.
    MAX_SHARE_PERCENT: '100',
  },
})

const pidOf = (wanted: string): number => platform.processes().find(({ name }) => name === wanted)!.pid!

/** Returns the CPU time of each process during some work, in microseconds. */
const cpuWhile = async (work: () => Promise<unknown>): Promise<{ used: CostByProcess; ms: number }> => {
  const read = (): Record<string, number> =>
    Object.fromEntries(platform.processes().map(({ name, pid }) => [name, cpuMicrosOf(pid!)]))
  const [before, started] = [read(), performance.now()]
  await work()
  const [after, ms] = [read(), performance.now() - started]
  return { used: mapValues(after, (micros, name) => micros - before[name]!), ms }
}

/**
 * Returns the CPU time that each process uses in a millisecond without requests; excluding garbage
 * collection.
 */
const idlePerMs = async (): Promise<CostByProcess> => {
  const windows: CostByProcess[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { used, ms } = await cpuWhile(() => delay(idleMs))
    windows.push(mapValues(used, (micros) => micros / ms))
  }
  return mapValues(windows[0]!, (_, name) => median(windows.map((each) => each[name]!)))
}

const mapValues = (values: CostByProcess, map: (value: number, name: string) => number): CostByProcess =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

/** Returns the CPU time of verifying a token, in microseconds. */
const tokenCheckMicros = async (token: string): Promise<number> => {
  const jwks = await call<JSONWebKeySet>(`${platform.services['identity']![0]!.http}/.well-known/jwks.json`)
  const keys = createLocalJWKSet(jwks)
  const verifySome = async () => {
    for (let index = 0; index < tokenChecks; index += 1) await jwtVerify(token, keys)
  }
  await verifySome()
  const before = process.cpuUsage()
  await verifySome()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / tokenChecks
}

const stored = await openStored(platform)
try {
  const { token } = await signUp(platform)
  const beforeSignups = await stored.measure()
  for (let index = 0; index < signups; index += 1) await signUp(platform)
  await delay(settleMs)
  const afterSignups = await stored.measure()
  const { actions, close } = await prepareActions(platform, workspaces, connections)

  for (const kind of kinds) await repeat(actions[kind], warmUpSeconds, fewParallel)
  await delay(settleMs)
  const idle = await idlePerMs()
  const costs = {} as Record<Kind, CostByProcess>
  const storedBy = {} as Record<Kind, Stored>
  const results: Record<string, number[]> = {}
  let before = await stored.measure()
  for (const kind of kinds) {
    const measured: CostByProcess[] = []
    let all = 0
    for (let round = 0; round < rounds; round += 1) {
      let count = 0
      const { used, ms } = await cpuWhile(async () => {
        count = await repeat(actions[kind], costSeconds, fewParallel)
        await delay(settleMs)
      })
      all += count
      measured.push(mapValues(used, (micros, name) => Math.max(0, micros - idle[name]! * ms) / count))
    }
    costs[kind] = mapValues(measured[0]!, (_, name) => median(measured.map((each) => each[name]!)))
    results[kind] = measured.map(totalOf)
    const after = await stored.measure()
    storedBy[kind] = addedPer(all, before, after)
    before = after
  }

  let sent = 0
  let succeeded = 0
  const { used, ms } = await cpuWhile(async () => {
    const next = (): Promise<boolean> => actions[kindOf(sent++)]()
    succeeded = await repeat(next, seconds, connections)
  })
  const perSecond = (succeeded * 1000) / ms
  await delay(settleMs)
  const half = await sendAt(actions, perSecond * 0.5, seconds)
  await delay(settleMs)
  const most = await sendAt(actions, perSecond * 0.9, seconds)
  await close()

  const measured: Measured = {
    at: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.versions.node}, ${cores} cores (${cpus()[0]?.model.trim()})`,
    cores,
    connections,
    costs,
    tokenCheckMicros: await tokenCheckMicros(token),
    tokenLength: token.length,
    tokenCache: { entries: maxCachedTokens, lifeSeconds: cachedTokenMs / 1000 },
    stored: storedBy,
    newWorkspace: addedPer(signups, beforeSignups, afterSignups),
    workspaceSubjects: addedPer(workspaces, afterSignups, before).streamSubjects,
    gatewayBytes: residentMbOf(pidOf('gateway')) * 1024 ** 2,
    saturation: {
      perSecond,
      refused: sent - succeeded,
      busy: mapValues(used, (micros) => micros / 1000 / ms),
    },
    half,
    most,
  }
  writeFileSync(join(root, 'docs/capacity.md'), toCapacityPage(measured))
  await report({
    id: 'capacity',
    title: 'CPU time of one action of a workspace in all processes',
    unit: 'µs CPU',
    results,
    goals: [],
    note: '[Capacity](capacity.md) shows it by process, and the capacity of a node and a cluster.',
  })
} finally {
  await stored.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
