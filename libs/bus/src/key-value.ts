import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { KV, KvEntry, NatsConnection } from 'nats'
import type { Running } from './bus.ts'
import type { Link } from './link.ts'

/** A small map that every process can watch (JSON values, last write wins). */
export type KeyValue<Value> = {
  /** UNAVAILABLE while NATS is away. */
  put(key: string, value: Value): Promise<void>
  delete(key: string): Promise<void>
  /** Calls `onMap` with the whole map, first when it is known, then after every change; right again soon after any outage. */
  watchAll(onMap: (map: ReadonlyMap<string, Value>) => void): Running
}

const refreshMs = 30_000
const retryMs = 250

/** A bucket of the key-value store, made when it is not there. */
export const keyValueOn = <Value>(
  parts: {
    link: Link
    connection: () => NatsConnection
    replicas: number
    logger: Logger
    register: (started: Running) => Running
  },
  bucket: string,
): KeyValue<Value> => {
  const open = async (connection: NatsConnection): Promise<KV> =>
    connection.jetstream().views.kv(bucket, { history: 1, replicas: parts.replicas })
  const write = async (work: (kv: KV) => Promise<unknown>): Promise<void> => {
    try {
      await work(await open(parts.connection()))
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
    watchAll: (onMap) => parts.register(watchAll(parts, open, onMap)),
  }
}

type Watch = { stop(): void }

/**
 * A watch loses for good what changed while its connection was cut, and is silent for ever after the store was wiped.
 * So: a new one after each reconnect and every 30 s; it builds its own map and takes over when it is complete.
 */
const watchAll = <Value>(
  parts: { link: Link; logger: Logger },
  open: (connection: NatsConnection) => Promise<KV>,
  onMap: (map: ReadonlyMap<string, Value>) => void,
): Running => {
  let current: Watch | null = null
  let coming: Watch | null = null
  let shown: string | null = null
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const show = (entries: ReadonlyMap<string, { revision: number; value: Value }>) => {
    const revisions = [...entries].map(([key, { revision }]) => `${key}=${revision}`)
    const print = revisions.toSorted().join()
    if (print === shown) return
    shown = print
    onMap(new Map([...entries].map(([key, { value }]) => [key, value])))
  }

  const refresh = async (): Promise<void> => {
    clearTimeout(retry)
    const connection = parts.link.current()
    if (!connection || isStopped) return
    coming?.stop()
    const entries = new Map<string, { revision: number; value: Value }>()
    let isOver = false
    let isComplete = false
    let iterator: { stop(): void } | undefined
    const mine: Watch = {
      stop: () => {
        isOver = true
        iterator?.stop()
      },
    }
    coming = mine
    const complete = () => {
      if (isOver) return
      isComplete = true
      if (current !== mine) current?.stop()
      current = mine
      if (coming === mine) coming = null
      show(entries)
    }
    try {
      const watch = await (await open(connection)).watch({ initializedFn: complete })
      iterator = watch
      if (isOver) watch.stop()
      for await (const entry of watch) {
        if (isOver) break
        take(entries, entry)
        if (isComplete) show(entries)
      }
    } catch (error) {
      if (isOver || isStopped) return
      parts.logger.warn({ err: error }, 'watching a bucket failed; trying again')
      clearTimeout(retry)
      retry = setTimeout(again, retryMs)
    }
  }
  const again = () => {
    void refresh()
  }
  const timer = setInterval(again, refreshMs)
  const offUp = parts.link.onUp(again)
  return {
    stop: () => {
      isStopped = true
      offUp()
      clearInterval(timer)
      clearTimeout(retry)
      current?.stop()
      coming?.stop()
      return Promise.resolve()
    },
  }
}

const take = <Value>(entries: Map<string, { revision: number; value: Value }>, entry: KvEntry): void => {
  if (entry.operation === 'PUT')
    entries.set(entry.key, { revision: entry.revision, value: entry.json<Value>() })
  else entries.delete(entry.key)
}
