import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager, Msg, NatsConnection } from 'nats'
import { parseAckInfo } from './ack-info.ts'
import { consumerHeader } from './consumer.ts'
import { newInbox } from './inboxes.ts'

export type StreamMessage = {
  text: string
  sequence: number
  time: Date
  pending: number
  /** Whether the message was redriven for a single consumer. */
  isForOneConsumer: boolean
}

export type StartPosition = { sequence: number } | { time: Date } | 'all'

export type OrderedReader = { readonly pendingAtStart: number; stop(): void }

const heartbeatMs = 1000

/**
 * Reads a stream in order through its own short-lived consumer, without acknowledgements. Calls `onBroken` once when
 * a message or three heartbeats are missing; the caller must then open a new reader.
 */
export const openOrderedReader = async (
  connection: NatsConnection,
  manager: JetStreamManager,
  options: {
    stream: string
    filter: string
    start: StartPosition
    onMessage: (message: StreamMessage) => void
    onHeartbeat?: () => void
    onBroken?: () => void
  },
): Promise<OrderedReader> => {
  const inbox = newInbox(connection)
  let lastSequence = 0
  let isClosed = false
  let heartbeatTimer: NodeJS.Timeout | undefined

  const end = (isBroken: boolean) => {
    if (isClosed) return
    isClosed = true
    clearTimeout(heartbeatTimer)
    subscription.unsubscribe()
    if (isBroken) options.onBroken?.()
  }
  const resetHeartbeatTimer = () => {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(end, 3 * heartbeatMs, true)
  }
  const receive = (message: Msg) => {
    resetHeartbeatTimer()
    if (message.headers?.code === 100) {
      if (message.reply) message.respond()
      else options.onHeartbeat?.()
      return
    }
    const info = parseAckInfo(message.reply)
    if (!info) return
    if (info.consumerSequence !== lastSequence + 1) return end(true)
    lastSequence = info.consumerSequence
    options.onMessage({
      text: message.string(),
      sequence: info.streamSequence,
      time: info.time,
      pending: info.pending,
      isForOneConsumer: message.headers?.has(consumerHeader) ?? false,
    })
  }
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error) end(true)
      else if (!isClosed) receive(message)
    },
  })

  try {
    const consumer = await manager.consumers.add(options.stream, {
      ack_policy: AckPolicy.None,
      deliver_subject: inbox,
      filter_subject: options.filter,
      flow_control: true,
      idle_heartbeat: nanos(heartbeatMs),
      inactive_threshold: nanos(10_000),
      max_deliver: 1,
      mem_storage: true,
      num_replicas: 1,
      ...toDeliverPolicy(options.start),
    })
    resetHeartbeatTimer()
    return {
      // Messages that arrived before this reply count as pending too.
      pendingAtStart: consumer.num_pending + consumer.delivered.consumer_seq,
      // The server removes a consumer without subscribers; services are not permitted to remove one themselves.
      stop: () => end(false),
    }
  } catch (error) {
    end(false)
    throw error
  }
}

export const toDeliverPolicy = (start: StartPosition) => {
  if (start === 'all') return { deliver_policy: DeliverPolicy.All }
  if ('sequence' in start)
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start.sequence }
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.time.toISOString() }
}
