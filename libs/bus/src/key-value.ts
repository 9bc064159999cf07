import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { KV, KvEntry, NatsConnection } from 'nats'
import type { Subscription } from './bus.ts'
import type { ManagedConnection } from './nats-connection.ts'

/** A small map that every process can watch (JSON values, last write wins). */
export type KeyValue<Value> = {
  /** UNAVAILABLE while NATS is away. */
  put(key: string, value: Value): Promise<void>
  delete(key: string): Promise<void>
  /** Calls `onMap` with the whole map, first when it is known, then after every change; right again soon after any outage. */
  watchAll(onMap: (map: ReadonlyMap<string, Value>) => void): Subscription
}

const refreshMs = 30_000
const retryMs = 250

/** A bucket of the key-value store, made when it is not there. */
export const openKeyValue = <Value>(
  deps: {
    natsConnection: ManagedConnection
    connection: () => NatsConnection
    replicas: number
    logger: Logger
    register: (subscription: Subscription) => Subscription
  },
  bucket: string,
): KeyValue<Value> => {
  const open = async (connection: NatsConnection): Promise<KV> =>
    connection.jetstream().views.kv(bucket, { history: 1, replicas: deps.replicas })
  const write = async (work: (kv: KV) => Promise<unknown>): Promise<void> => {
    try {
      await work(await open(deps.connection()))
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('UNAVAILABLE', `The bucket ${bucket} cannot be written at the moment`, {
        cause: error,
      })
    }
  }
  return {
    put: (key, value) => write((kv) => kv.put(key, JSON.stringify(value))),
    delete: (key) => write((kv) => kv.delete(key)),
    watchAll: (onMap) => deps.register(watchAll(deps, open, onMap)),
  }
}

type Watch = { stop(): void }

/**
 * A watch loses for good what changed while its connection was cut, and is silent for ever after the store was wiped.
 * So: a new one after each reconnect and every 30 s; it builds its own map and takes over when it is complete.
 */
const watchAll = <Value>(
  deps: { natsConnection: ManagedConnection; logger: Logger },
  open: (connection: NatsConnection) => Promise<KV>,
  onMap: (map: ReadonlyMap<string, Value>) => void,
): Subscription => {
  let current: Watch | null = null
  let next: Watch | null = null
  let lastRevisions: string | null = null
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const notify = (entries: ReadonlyMap<string, { revision: number; value: Value }>) => {
    const revisions = [...entries].map(([key, { revision }]) => `${key}=${revision}`)
    const sorted = revisions.toSorted().join()
    if (sorted === lastRevisions) return
    lastRevisions = sorted
    onMap(new Map([...entries].map(([key, { value }]) => [key, value])))
  }

  const refresh = async (): Promise<void> => {
    clearTimeout(retryTimer)
    const connection = deps.natsConnection.current()
    if (!connection || isStopped) return
    next?.stop()
    const entries = new Map<string, { revision: number; value: Value }>()
    let isOver = false
    let isComplete = false
    let iterator: { stop(): void } | undefined
    const watch: Watch = {
      stop: () => {
        isOver = true
        iterator?.stop()
      },
    }
    next = watch
    const complete = () => {
      if (isOver) return
      isComplete = true
      if (current !== watch) current?.stop()
      current = watch
      if (next === watch) next = null
      notify(entries)
    }
    try {
      const updates = await (await open(connection)).watch({ initializedFn: complete })
      iterator = updates
      if (isOver) updates.stop()
      for await (const entry of updates) {
        if (isOver) break
        applyEntry(entries, entry)
        if (isComplete) notify(entries)
      }
    } catch (error) {
      if (isOver || isStopped) return
      deps.logger.warn({ err: error }, 'watching a bucket failed; trying again')
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
      current?.stop()
      next?.stop()
      return Promise.resolve()
    },
  }
}

const applyEntry = <Value>(
  entries: Map<string, { revision: number; value: Value }>,
  entry: KvEntry,
): void => {
  if (entry.operation === 'PUT')
    entries.set(entry.key, { revision: entry.revision, value: entry.json<Value>() })
  else entries.delete(entry.key)
}
