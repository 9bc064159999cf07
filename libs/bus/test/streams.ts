import { connect, type JetStreamManager } from 'nats'
import { toConnectionOptions } from '../src/nats-connection.ts'
import { openManager } from '../src/streams.ts'

const withManager = async <Result>(url: string, work: (manager: JetStreamManager) => Promise<Result>) => {
  const connection = await connect(toConnectionOptions(url))
  try {
    return await work(await openManager(connection))
  } finally {
    await connection.close()
  }
}

/** Returns the names of all streams on a NATS server; a bucket is the stream `KV_<bucket>`. */
export const listStreams = (url: string): Promise<string[]> =>
  withManager(url, async (manager) => {
    const names: string[] = []
    for await (const { config } of manager.streams.list()) names.push(config.name)
    return names
  })

export const removeStreams = (url: string, names: string[]): Promise<void> =>
  withManager(url, async (manager) => {
    for (const name of names) await manager.streams.delete(name)
  })

/** Returns the bytes in all streams except buckets. */
export const countEventBytes = (url: string): Promise<number> =>
  withManager(url, async (manager) => {
    let bytes = 0
    for await (const { config, state } of manager.streams.list())
      if (!config.name.startsWith('KV_')) bytes += state.bytes
    return bytes
  })

/** Returns the size limit of each stream, and its policy when it is full. */
export const listStreamLimits = (
  url: string,
): Promise<{ name: string; maxBytes: number; discard: string }[]> =>
  withManager(url, async (manager) => {
    const limits = []
    for await (const { config } of manager.streams.list())
      limits.push({ name: config.name, maxBytes: config.max_bytes, discard: config.discard })
    return limits
  })
