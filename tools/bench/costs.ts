// Measures the cost of every operation in `measuredOperations` with the largest permitted input, and writes
// docs/costs.json and the table in docs/security.md. Linux only.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countEventBytes } from '@wp/bus/test/streams'
import { startPlatform } from '@wp/local-platform'
import { BSON, MongoClient } from 'mongodb'
import { costProblems, costsFile, measuredOperations, readCosts } from '../docs/costs.ts'
import type { Cost, Costs, MeasuredOperation } from '../docs/costs.ts'
import { generateDocuments } from '../docs/generate.ts'
import { root } from '../root.ts'
import { median } from './measure.ts'
import { send } from './parts/cost-calls.ts'
import type { Prepare } from './parts/cost-calls.ts'
import { prepareLargestCalls } from './parts/largest-calls.ts'
import { cpuMicrosOf } from './parts/process-cpu.ts'

const [warmUps, batches, callsInBatch, memoryRounds, parallel] = [5, 3, 5, 3, 4]

/** Operations to measure; all by default. */
const only = process.env['BENCH_OPERATIONS']?.split(',')

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({
  dataDir,
  env: {
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${new URL('parts/collect-garbage.mjs', import.meta.url).href}`,
  },
})

const database = new MongoClient(platform.mongoUrl)

type Records = Map<string, Set<string>>

/** Returns the ids of a service's records by collection, their number, and the bytes in all event streams. */
const readStored = async (
  service: string,
): Promise<{ records: Records; count: number; eventBytes: number }> => {
  const db = database.db(`wp_${service.replaceAll('-', '_')}`)
  const records: Records = new Map()
  let count = 0
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const ids = await db.collection(name).find({}).project({ _id: 1 }).toArray()
    records.set(name, new Set(ids.map(({ _id }) => String(_id))))
    count += ids.length
  }
  return { records, count, eventBytes: await countEventBytes(platform.natsUrl) }
}

/** Waits up to about 2 s until no more records and events are stored, and returns them. */
const readSettled = async (service: string) => {
  let last = await readStored(service)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await delay(100)
    const now = await readStored(service)
    if (now.count === last.count && now.eventBytes === last.eventBytes) return now
    last = now
  }
  return last
}

/** Returns the bytes of new records and events since `before`. */
const storedSince = async (
  service: string,
  before: Awaited<ReturnType<typeof readStored>>,
): Promise<number> => {
  const after = await readSettled(service)
  const db = database.db(`wp_${service.replaceAll('-', '_')}`)
  let bytes = after.eventBytes - before.eventBytes
  for (const [name, ids] of after.records)
    for (const id of ids) {
      if (before.records.get(name)?.has(id)) continue
      const record = await db.collection<{ _id: string }>(name).findOne({ _id: id })
      if (record) bytes += BSON.calculateObjectSize(record)
    }
  return bytes
}

const statusOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/**
 * Returns how much a process grows per call, after garbage collection, while it handles a few concurrent
 * calls.
 */
const measureMemory = async (pid: number, calls: (() => Promise<void>)[]): Promise<number> => {
  for (let collection = 0; collection < 2; collection += 1) {
    process.kill(pid, 'SIGUSR2')
    await delay(150)
  }
  writeFileSync(`/proc/${pid}/clear_refs`, '5') // resets VmHWM
  const before = statusOf(pid, 'VmRSS')
  await Promise.all(calls.map((call) => call()))
  return Math.max(statusOf(pid, 'VmHWM') - before, 0) / calls.length
}

const measure = async ({ service, route }: MeasuredOperation, prepare: Prepare): Promise<Cost> => {
  const { pid } = platform.services[service]![0]!
  const prepareCalls = async (count: number) => {
    const calls = []
    for (let call = 0; call < count; call += 1) calls.push(await prepare())
    return calls.map((call) => () => send(platform, service, route, call))
  }
  for (let call = 0; call < warmUps; call += 1) for (const warm of await prepareCalls(1)) await warm()
  const cpu: number[] = []
  const stored: number[] = []
  for (let batch = 0; batch < batches; batch += 1) {
    // A calendar that is prepared too early would be cached, so each call is prepared right before it.
    let micros = 0
    for (let call = 0; call < callsInBatch; call += 1) {
      const [run] = await prepareCalls(1)
      const before = call === 0 ? await readSettled(service) : null
      const start = cpuMicrosOf(pid!)
      await run!()
      micros += cpuMicrosOf(pid!) - start
      if (before) stored.push(await storedSince(service, before))
    }
    cpu.push(micros / callsInBatch)
  }
  const memory: number[] = []
  for (let round = 0; round < memoryRounds; round += 1)
    memory.push(await measureMemory(pid!, await prepareCalls(parallel)))
  return {
    cpuMs: rounded(median(cpu) / 1000),
    memoryMb: rounded(median(memory) / 1_000_000),
    storedKb: rounded(Math.max(median(stored), 0) / 1024),
  }
}

const rounded = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

try {
  const prepared = await prepareLargestCalls(platform, database)
  const { operations } = readCosts()
  const problems: string[] = []
  for (const operation of await measuredOperations()) {
    const { id } = operation.route
    const prepare = prepared[id]
    if (!prepare) throw new Error(`tools/bench/parts/largest-calls.ts must prepare calls of ${id}`)
    if (only && !only.includes(id)) continue
    try {
      operations[id] = await measure(operation, prepare)
      console.log(id, operations[id])
      problems.push(...costProblems(operation.route, operations[id]))
    } catch (error) {
      problems.push(`${id} was not measured: ${(error as Error).message}`)
    }
  }
  const costs: Costs = {
    at: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
    operations: Object.fromEntries(Object.entries(operations).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
  writeFileSync(join(root, costsFile), `${JSON.stringify(costs, null, 2)}\n`)
  await generateDocuments()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await database.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
