import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import { ErrorCode, nanos, NatsError } from 'nats'
import type { KV, KvEntry, NatsConnection } from 'nats'
import type { Subscription } from './bus.ts'
import type { ManagedConnection } from './nats-connection.ts'
import { openManager } from './streams.ts'
import type { StreamOptions } from './streams.ts'

/** A small shared map that processes can watch (JSON values, last write wins). */
export type KeyValue<Value> = {
  /**
   * Writes a value and returns its revision, which increases with every write unless NATS loses the bucket. Throws
   * UNAVAILABLE while NATS is down.
   */
  put(key: string, value: Value): Promise<number>
  delete(key: string): Promise<void>
  /**
   * Calls `onMap` with the whole map once it is known and after every change; recovers after any outage. `writtenAt`
   * contains the time of each write according to the NATS server's clock, and `deleted` the keys that were deleted.
   * A key that is in neither has expired, has an invalid value, was never written, or NATS has lost it.
   */
  watchAll(
    onMap: (
      map: ReadonlyMap<string, Value>,
      writtenAt: ReadonlyMap<string, Date>,
      deleted: ReadonlySet<string>,
    ) => void,
  ): Subscription
}

export type KeyValueOptions = {
  /** Keys expire after this time unless they are written again; at least 2 minutes. If absent, keys never expire. */
  ttlMs?: number
}

/** Enough, because buckets contain one small value per key. */
export const maxBucketBytes = 64 * 1024 * 1024
const refreshMs = 30_000
const retryMs = 250
/** Changes within this time are reported together. */
const burstMs = 10

/** Opens a key-value bucket and creates it if necessary. */
export const openKeyValue = <Value>(
  deps: {
    natsConnection: ManagedConnection
    connection: () => NatsConnection
    streams: StreamOptions
    logger: Logger
    register: (subscription: Subscription) => Subscription
  },
  bucket: string,
  { ttlMs }: KeyValueOptions,
): KeyValue<Value> => {
  const open = async (connection: NatsConnection): Promise<KV> => {
    const { replicas, maxBytes } = deps.streams
    const options = {
      history: 1,
      replicas,
      ...(maxBytes !== undefined && { max_bytes: Math.min(maxBytes, maxBucketBytes) }),
      ...(ttlMs !== undefined && { ttl: ttlMs }),
    }
    const openBucket = () => connection.jetstream().views.kv(bucket, options)
    // Retried because another process may be creating the bucket at the same time with other options.
    const kv = await openBucket().catch(openBucket)
    if (ttlMs !== undefined) await ensureTtl(connection, kv, ttlMs)
    return kv
  }
  let opened: { connection: NatsConnection; kv: KV } | null = null
  const openOnce = async (connection: NatsConnection): Promise<KV> => {
    if (opened?.connection !== connection) opened = { connection, kv: await open(connection) }
    return opened.kv
  }
  /** Opens the bucket again if it has disappeared since it was opened. */
  const writeTo = async <Result>(work: (kv: KV) => Promise<Result>): Promise<Result> => {
    const known = opened
    const connection = deps.connection()
    try {
      return await work(await openOnce(connection))
    } catch (error) {
      opened = null
      if (known?.connection !== connection || !isWithoutResponders(error)) throw error
      return work(await openOnce(connection))
    }
  }
  const write = async <Result>(work: (kv: KV) => Promise<Result>): Promise<Result> => {
    try {
      return await writeTo(work)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('UNAVAILABLE', 'The key-value store is unavailable; try again', {
        cause: error,
      })
    }
  }
  return {
    put: (key, value) =>
      write(async (kv) => {
        const revision = await kv.put(key, JSON.stringify(value))
        if (!revision) throw new Error('the bucket has not stored the value')
        return revision
      }),
    delete: (key) => write((kv) => kv.delete(key)),
    watchAll: (onMap) => deps.register(watchAll(deps, open, onMap)),
  }
}

const isWithoutResponders = (error: unknown): boolean =>
  error instanceof NatsError && (error.code as ErrorCode) === ErrorCode.NoResponders

/** Sets the TTL of a bucket that was created without a TTL or with a different one. */
const ensureTtl = async (connection: NatsConnection, kv: KV, ttlMs: number): Promise<void> => {
  const status = await kv.status()
  if (status.ttl !== ttlMs)
    await (
      await openManager(connection)
    ).streams.update(status.streamInfo.config.name, { max_age: nanos(ttlMs) })
}

type Entry<Value> = { revision: number; text: string; value: Value; writtenAt: Date }
/** The keys of a bucket. NATS keeps a marker of each deleted key. */
type Content<Value> = { entries: Map<string, Entry<Value>>; deleted: Set<string> }

type Watch = { stop(): void }

/**
 * A watch misses changes made while it was disconnected, and reports nothing after the store is wiped. Therefore a
 * new watch is started after each reconnect and every 30 s; it builds its own map and replaces the old one when it is
 * complete.
 */
const watchAll = <Value>(
  deps: { natsConnection: ManagedConnection; logger: Logger },
  open: (connection: NatsConnection) => Promise<KV>,
  onMap: Parameters<KeyValue<Value>['watchAll']>[0],
): Subscription => {
  let current: Watch | null = null
  let next: Watch | null = null
  let known: ReadonlyMap<string, Entry<Value>> = new Map()
  let lastRevisions: string | null = null
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  let burstTimer: NodeJS.Timeout | undefined

  const notify = ({ entries, deleted }: Content<Value>) => {
    clearTimeout(burstTimer)
    burstTimer = undefined
    const revisions = [...entries].map(([key, { revision }]) => `${key}=${revision}`)
    const sorted = [...revisions, ...deleted].toSorted().join()
    if (sorted === lastRevisions) return
    lastRevisions = sorted
    onMap(
      new Map([...entries].map(([key, { value }]) => [key, value])),
      new Map([...entries].map(([key, { writtenAt }]) => [key, writtenAt])),
      new Set(deleted),
    )
  }

  const refresh = async (): Promise<void> => {
    clearTimeout(retryTimer)
    const connection = deps.natsConnection.current()
    if (!connection || isStopped) return
    next?.stop()
    const content: Content<Value> = { entries: new Map(), deleted: new Set() }
    let isClosed = false
    let isComplete = false
    let iterator: { stop(): void } | undefined
    const watch: Watch = {
      stop: () => {
        isClosed = true
        iterator?.stop()
      },
    }
    next = watch
    const complete = () => {
      if (isClosed) return
      isComplete = true
      if (current !== watch) current?.stop()
      current = watch
      known = content.entries
      if (next === watch) next = null
      notify(content)
    }
    try {
      const updates = await (await open(connection)).watch({ initializedFn: complete })
      iterator = updates
      if (isClosed) updates.stop()
      for await (const entry of updates) {
        if (isClosed) break
        applyEntry(content, entry, content.entries.get(entry.key) ?? known.get(entry.key))
        if (isComplete && current === watch) burstTimer ??= setTimeout(notify, burstMs, content)
      }
    } catch (error) {
      if (isClosed || isStopped) return
      deps.logger.warn({ err: error }, 'failed to watch a bucket; will retry')
      clearTimeout(retryTimer)
      retryTimer = setTimeout(restart, retryMs)
    }
  }
  const restart = () => {
    void refresh()
  }
  const timer = setInterval(restart, refreshMs)
  const removeListener = deps.natsConnection.onConnect(restart)
  return {
    stop: () => {
      isStopped = true
      removeListener()
      clearInterval(timer)
      clearTimeout(retryTimer)
      clearTimeout(burstTimer)
      current?.stop()
      next?.stop()
      return Promise.resolve()
    },
  }
}

/** Keeps the parsed value of a key that is rewritten with the same text, as happens on every renewal. */
const applyEntry = <Value>(
  { entries, deleted }: Content<Value>,
  entry: KvEntry,
  before: Entry<Value> | undefined,
): void => {
  const { key, revision, created } = entry
  if (entry.operation !== 'PUT') {
    entries.delete(key)
    deleted.add(key)
    return
  }
  deleted.delete(key)
  const text = entry.string()
  const value = before?.text === text ? before.value : readJson<Value>(text)
  if (value === undefined) entries.delete(key)
  else entries.set(key, { revision, text, value, writtenAt: created })
}

/** Invalid JSON is treated as an absent key, so that it does not end the watch. */
const readJson = <Value>(text: string): Value | undefined => {
  try {
    return JSON.parse(text) as Value
  } catch {
    return undefined
  }
}
