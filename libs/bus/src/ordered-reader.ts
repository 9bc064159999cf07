import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager, NatsConnection } from 'nats'
import { requestExpiresMs, startReader } from './stream-reader.ts'
import type { StreamMessage, StreamReader } from './stream-reader.ts'

export type StartPosition = { sequence: number } | { time: Date } | 'all'

export type OrderedReader = StreamReader & { readonly pendingAtStart: number }

const heartbeatMs = 1000
const defaultCapacity = 256
/** Longer than a request waits. The server removes a consumer without requests; services are not permitted to. */
const inactiveMs = 1.5 * requestExpiresMs

/**
 * Reads a stream in order through its own short-lived consumer, without acknowledgements. Calls `onBroken` once when
 * a message is missing or the server is silent for three seconds; the caller must then open a new reader.
 */
export const openOrderedReader = async (
  connection: NatsConnection,
  manager: JetStreamManager,
  options: {
    stream: string
    filter: string
    start: StartPosition
    /** How many more messages to request; always 256 by default. */
    capacity?: () => number
    onMessage: (message: StreamMessage) => void
    onHeartbeat?: () => void
    onBroken?: () => void
  },
): Promise<OrderedReader> => {
  const { name, num_pending: pendingAtStart } = await manager.consumers.add(options.stream, {
    ack_policy: AckPolicy.None,
    filter_subject: options.filter,
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
    ...toDeliverPolicy(options.start),
  })
  let lastSequence = 0
  const reader = startReader(connection, {
    stream: options.stream,
    consumer: name,
    heartbeatMs,
    capacity: options.capacity ?? (() => defaultCapacity),
    onMessage: (message) => {
      if (message.consumerSequence !== lastSequence + 1) {
        reader.stop()
        return options.onBroken?.()
      }
      lastSequence = message.consumerSequence
      options.onMessage(message)
    },
    ...(options.onHeartbeat && { onHeartbeat: options.onHeartbeat }),
    onBroken: () => options.onBroken?.(),
  })
  return { ...reader, pendingAtStart }
}

const toDeliverPolicy = (start: StartPosition) => {
  if (start === 'all') return { deliver_policy: DeliverPolicy.All }
  if ('sequence' in start)
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start.sequence }
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.time.toISOString() }
}
