import type { Metrics } from '@wp/telemetry'
import type { ManagedConnection } from './nats-connection.ts'
import { openManager } from './streams.ts'

const measureMs = 15_000

/** Measures the size and the limit of streams, for an alert before a stream is full and refuses events. */
export const measureStreams = (
  natsConnection: ManagedConnection,
  streams: readonly string[],
  metrics: Metrics,
): { measure(): void; stop(): void } => {
  const bytesGauge = metrics.gauge('stream_bytes', 'Bytes stored in the stream', ['stream'])
  const limitGauge = metrics.gauge('stream_max_bytes', 'Bytes at which the stream refuses messages', [
    'stream',
  ])
  const read = async (): Promise<void> => {
    const connection = natsConnection.current()
    if (!connection) return
    const manager = await openManager(connection)
    for (const stream of streams) {
      const { state, config } = await manager.streams.info(stream)
      bytesGauge.set({ stream }, state.bytes)
      if (config.max_bytes > 0) limitGauge.set({ stream }, config.max_bytes)
    }
  }
  // A stream that does not exist yet, or a server that does not answer, is measured the next time.
  const measure = () => void read().catch(() => undefined)
  const timer = setInterval(measure, measureMs)
  timer.unref()
  return { measure, stop: () => clearInterval(timer) }
}
