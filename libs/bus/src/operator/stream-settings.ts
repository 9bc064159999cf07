import type { StreamConfig } from 'nats'
import { maxBucketBytes } from '../key-value.ts'
import { openManager } from '../streams.ts'
import type { OperatorConnection } from './operator-connection.ts'
import { readAll } from './read-all.ts'

export type StreamSettings = { replicas: number; maxBytes: number }

const isOurs = (stream: string): boolean => stream.startsWith('wp-') || stream.startsWith('KV_')

/**
 * Gives all existing streams and buckets the replicas and size limit that new ones get. NATS copies the data
 * to new replicas while the stream stays in use. A stream that already exceeds the limit keeps its old one,
 * because it would otherwise reject all events.
 */
export const changeStreams = async (
  connection: OperatorConnection,
  { replicas, maxBytes }: StreamSettings,
): Promise<string> => {
  const manager = await openManager(connection)
  const lines: string[] = []
  const streams = await readAll(manager.streams.list())
  for (const { config, state } of streams.filter((stream) => isOurs(stream.config.name))) {
    const limit = config.name.startsWith('KV_') ? Math.min(maxBytes, maxBucketBytes) : maxBytes
    const isTooFull = state.bytes > limit
    if (isTooFull)
      lines.push(
        `${config.name} stores ${toMb(state.bytes)} MiB, more than ${toMb(limit)} MiB; its limit is unchanged`,
      )
    const change: Partial<StreamConfig> = {
      ...(config.num_replicas !== replicas && { num_replicas: replicas }),
      ...(!isTooFull && config.max_bytes !== limit && { max_bytes: limit }),
    }
    if (Object.keys(change).length === 0) continue
    await manager.streams.update(config.name, change)
    const before = `${config.num_replicas} replicas, ${toMb(config.max_bytes)} MiB`
    const after = { ...config, ...change }
    lines.push(`${config.name}: ${after.num_replicas} replicas, ${toMb(after.max_bytes)} MiB (was ${before})`)
  }
  return lines.length > 0 ? lines.join('\n') : 'All streams have these settings'
}

const toMb = (bytes: number): string => (bytes < 0 ? 'unlimited' : String(Math.ceil(bytes / 2 ** 20)))
