import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { streamSizes } from '@wp/bus/test/consumer-backlog'
import { toTable } from '@wp/tools/markdown'
import { quantile } from '../faults/overload.ts'
import type { Scene } from '../faults/scene.ts'
import { compareFlat, comparePeaks, comparePerWrite, compareSize, shortestMinutes } from './rules.ts'
import type { Comparison } from './rules.ts'

type Process = { pid: number; megabytes: number; handles: number }
type Store = { count: number; bytes: number | null }

/** Shares of the machine's processor time. The share of other programs explains slow minutes. */
type Processor = { idle: number; stolen: number }

/** The figures at the end of a minute. */
export type Minute = {
  killed: string
  requests: number
  failed: number
  p99: number
  /** The p99 of each operation. */
  p99s: Record<string, number>
  processor: Processor
  /** The number acknowledged so far. */
  writes: number
  processes: Record<string, Process>
  /** Collections and streams. The bytes of collections are only measured when `withBytes` is set. */
  stores: Record<string, Store>
}

/**
 * Returns the memory and open handles of a process. For the database and NATS, pages of mapped files are
 * excluded: the system reclaims them when it needs memory.
 */
const readProcess = (pid: number, isStore: boolean): Process => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(String.raw`${isStore ? 'RssAnon' : 'VmRSS'}:\s+(\d+)`).exec(status)![1]
  return { pid, megabytes: Number(kilobytes) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length }
}

const collectionMs = 500

/**
 * Triggers garbage collection in the processes that were already running a minute ago. The size of an
 * uncollected heap means little, because it grows until V8 decides to collect it. The signal would end a
 * process that has just started.
 */
export const collectGarbage = async (before: Minute | undefined): Promise<void> => {
  for (const [name, { pid }] of Object.entries(before?.processes ?? {}))
    if (name !== 'nats')
      try {
        process.kill(pid, 'SIGUSR2')
        await delay(collectionMs)
      } catch {
        // It has been killed since then.
      }
}

const readOnce = (scene: Scene): Minute['processes'] => {
  const stores = { database: scene.database.pid(), nats: scene.nats.pid() }
  const services = Object.entries(scene.services).map(([name, [instance]]) => [name, instance?.pid] as const)
  return Object.fromEntries(
    [...services, ...Object.entries(stores)].flatMap(([name, pid]) => {
      try {
        return pid === undefined ? [] : [[name, readProcess(pid, name in stores)]]
      } catch {
        return [] // The process has just been killed.
      }
    }),
  )
}

const samples = { count: 5, everyMs: 100 }

/** Returns the lowest of several samples, because a login that is being checked takes 19 MiB for a moment. */
export const readProcesses = async (scene: Scene): Promise<Minute['processes']> => {
  const lowest = readOnce(scene)
  for (let left = samples.count - 1; left > 0; left -= 1) {
    await delay(samples.everyMs)
    for (const [name, process] of Object.entries(readOnce(scene)))
      if (process.megabytes < (lowest[name]?.megabytes ?? Infinity)) lowest[name] = process
  }
  return lowest
}

/** Returns the p99 of each operation, named after the last two words of its path. */
export const p99ByOperation = (attempts: readonly { path: string; ms: number }[]): Record<string, number> => {
  const byOperation = Map.groupBy(attempts, ({ path }) =>
    path
      .split('?', 1)[0]!
      .split('/')
      .filter((word) => /^[a-z]+$/.test(word))
      .slice(-2)
      .join('/'),
  )
  return Object.fromEntries(
    [...byOperation].map(([name, requests]) => [name, Math.round(quantile(requests, 0.99))]),
  )
}

const fields = { idle: 3, waiting: 4, stolen: 7 }

/** Returns a function that returns the shares of the processor time since its last call. */
export const watchProcessor = (): (() => Processor) => {
  const read = () => {
    const times = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/).slice(1, 9).map(Number)
    return { times, total: times.reduce((sum, time) => sum + time, 0) }
  }
  let before = read()
  return () => {
    const now = read()
    const share = (field: number) =>
      (now.times[field]! - before.times[field]!) / Math.max(1, now.total - before.total)
    const shares = { idle: share(fields.idle) + share(fields.waiting), stolen: share(fields.stolen) }
    before = now
    return shares
  }
}

export const readStores = async (scene: Scene, withBytes: boolean): Promise<Minute['stores']> => {
  const stores: Minute['stores'] = {}
  for (const [name, { messages, bytes }] of await streamSizes(scene.nats.url()))
    stores[`stream ${name}`] = { count: messages, bytes }
  for (const service of Object.keys(scene.services)) {
    const db = scene.client.db(`wp_${service.replaceAll('-', '_')}`)
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const store: Store = { count: await db.collection(name).estimatedDocumentCount(), bytes: null }
      if (withBytes) {
        store.bytes = 0
        for await (const document of db.collection(name).find({}, { raw: true, batchSize: 500 }))
          store.bytes += (document as unknown as Buffer).length
      }
      stores[`${service}.${name}`] = store
    }
  }
  return stores
}

/** Returns the time from writing an event to its publication for all events, in ms. */
export const readPublishingTimes = async (scene: Scene): Promise<{ ms: number }[]> => {
  const times: { ms: number }[] = []
  for (const service of Object.keys(scene.services))
    for await (const { envelope, publishedAt } of scene
      .collection<{ _id: string; envelope: string; publishedAt: Date }>(service, 'outbox')
      .find({}, { projection: { envelope: 1, publishedAt: 1 } })) {
      const { time } = JSON.parse(envelope) as { time: string }
      times.push({ ms: publishedAt.getTime() - Date.parse(time) })
    }
  return times
}

/** A pool may have a few more connections at the end. */
const handleSlack = 5
const p99SlackMs = 10

type Row = { name: string; comparisons: Record<string, Comparison> }

/**
 * Compares the last minutes with the first ones after the warm-up. `sized` is the minute with measured bytes.
 */
export const evaluate = (minutes: readonly Minute[], sized: number) => {
  const [early, end] = [minutes[sized]!, minutes.at(-1)!]
  const writes = minutes.map((minute) => minute.writes)
  const times = minutes.map((minute) => minute.p99)
  const requests: Row = { name: 'requests', comparisons: { 'p99 (ms)': compareFlat(times, p99SlackMs) } }
  const processes = Object.keys(end.processes).map((name): Row => {
    const handles = minutes.map((minute) => minute.processes[name]?.handles ?? null)
    const memory = comparePeaks(minutes.map((minute) => minute.processes[name]?.megabytes ?? 0))
    return { name, comparisons: { 'Peak memory (MB)': memory, Handles: compareFlat(handles, handleSlack) } }
  })
  const stores = Object.entries(end.stores).map(([name, { count, bytes }]): Row => {
    const [before, counts] = [early.stores[name], minutes.map((minute) => minute.stores[name]?.count ?? 0)]
    const growth = comparePerWrite(counts, writes)
    const sizes = [before, { count, bytes }].map((store) => (store?.bytes ?? 0) / (store?.count || 1))
    return { name, comparisons: { 'Records per write': growth, 'Bytes per record': compareSize(sizes) } }
  })
  const broken = [requests, ...processes, ...stores].flatMap(({ name, comparisons }) =>
    Object.entries(comparisons)
      .filter(([, { isBroken }]) => isBroken)
      .map(([what, { first, last }]) => `${name}: ${what} rose from ${round(first)} to ${round(last)}`),
  )
  return { processes, stores, broken }
}
export type Evaluation = ReturnType<typeof evaluate>

export const round = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))

const percent = (share: number): string => `${Math.round(share * 100)} %`

const comparisonTable = (title: string, rows: readonly Row[]): string => {
  const names = Object.keys(rows[0]?.comparisons ?? {})
  return toTable(
    [title, ...names.flatMap((name) => [`${name}, first`, 'last'])],
    rows.map(({ name, comparisons }) => [
      name,
      ...names.flatMap((each) => [round(comparisons[each]!.first), round(comparisons[each]!.last)]),
    ]),
  )
}

/**
 * Returns the tables: every fifth minute (every minute of a short run), all processes, and the collections and streams
 * that grow with the writes.
 */
export const toTables = (minutes: readonly Minute[], { processes, stores }: Evaluation): string => {
  const sum = <Value>(values: Record<string, Value>, of: (value: Value) => number): string =>
    round(Object.values(values).reduce((total, value) => total + of(value), 0))
  const step = minutes.length < 10 ? 1 : 5
  const shown = minutes.flatMap((minute, at) => ((at + 1) % step === 0 ? [[at + 1, minute] as const] : []))
  const growing = stores.filter(({ comparisons }) => comparisons['Records per write']!.last > 0.01)
  return [
    toTable(
      [
        'Minute',
        'Killed',
        'Requests',
        'Failed',
        'p99 (ms)',
        'CPU idle',
        'stolen',
        'Writes',
        'Memory (MB)',
        'Handles',
        'Records',
      ],
      shown.map(([number, minute]) => [
        number,
        minute.killed,
        round(minute.requests),
        round(minute.failed),
        round(minute.p99),
        percent(minute.processor.idle),
        percent(minute.processor.stolen),
        round(minute.writes),
        sum(minute.processes, ({ megabytes }) => megabytes),
        sum(minute.processes, ({ handles }) => handles),
        sum(minute.stores, ({ count }) => count),
      ]),
    ),
    ...(minutes.length < shortestMinutes
      ? []
      : [comparisonTable('Process', processes), comparisonTable('Collection or stream', growing)]),
  ].join('\n\n')
}
