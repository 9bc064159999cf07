import { onScrape } from '@wp/telemetry'
import type { Metrics } from '@wp/telemetry'
import type { ManagedConnection } from './nats-connection.ts'
import { openManager } from './streams.ts'

/**
 * Measures the size and the limit of streams and of the whole storage, for alerts before one of them is full
 * and rejects events. Each scrape shows the sizes at the previous one and measures them again. NATS shows its
 * users only the limit of their account; `maxStoreBytes` is used for an account without one.
 */
export const measureStreams = ({
  natsConnection,
  streams,
  maxStoreBytes = 0,
  metrics,
}: {
  natsConnection: ManagedConnection
  streams: readonly string[]
  maxStoreBytes?: number | undefined
  metrics: Metrics
}): { measure(): void } => {
  const bytesGauge = metrics.gauge('stream_bytes', 'Bytes stored in the stream', ['stream'])
  const limitGauge = metrics.gauge('stream_max_bytes', 'Size in bytes at which the stream rejects messages', [
    'stream',
  ])
  const storageGauge = metrics.gauge('jetstream_storage_bytes', 'Bytes stored in all streams and replicas')
  const storageLimitGauge = metrics.gauge(
    'jetstream_max_storage_bytes',
    'Size in bytes at which JetStream rejects messages',
  )
  const read = async (): Promise<void> => {
    const connection = natsConnection.current()
    if (!connection) return
    const manager = await openManager(connection)
    const { storage, limits } = await manager.getAccountInfo()
    storageGauge.set(storage)
    const storageLimit = limits.max_storage > 0 ? limits.max_storage : maxStoreBytes
    if (storageLimit > 0) storageLimitGauge.set(storageLimit)
    for (const stream of streams) {
      const { state, config } = await manager.streams.info(stream)
      bytesGauge.set({ stream }, state.bytes)
      if (config.max_bytes > 0) limitGauge.set({ stream }, config.max_bytes)
    }
  }
  // A stream that does not exist yet, or a server that does not answer, is measured the next time.
  const measure = () => void read().catch(() => undefined)
  onScrape(bytesGauge, measure)
  return { measure }
}
