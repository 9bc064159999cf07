import { nanos } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { parseAckInfo } from './ack-info.ts'
import { consumerHeader } from './consumer.ts'
import { newInbox } from './inboxes.ts'

/** A message from a durable consumer, which must be acknowledged or returned. */
export type Delivery = {
  readonly text: string
  readonly subject: string
  /** The message's sequence in its stream. */
  readonly sequence: number
  /** The number of deliveries so far, including this one. */
  readonly count: number
  /** The only consumer that should handle the message; all consumers if absent. */
  readonly meantFor?: string
  ack(): void
  /** Restarts the time after which the server redelivers the message to another replica. */
  keep(): void
  /** Returns the message to the server, which redelivers it after the delay. */
  nak(delayMs: number): void
}

export type StreamMessage = Delivery & {
  /** The message's sequence among those delivered to this consumer. */
  readonly consumerSequence: number
  /** When the stream stored the message. */
  readonly time: Date
  /** The number of messages waiting behind this one. */
  readonly pending: number
}

export type StreamReader = {
  /** Requests more messages if there is capacity. Call it whenever capacity becomes available. */
  request(): void
  stop(): void
}

/** How long the server keeps a request for messages. */
export const requestExpiresMs = 30_000

/** How late a heartbeat may be. Without this limit, rare heartbeats would let a lost request go unnoticed for long. */
const maxLatenessMs = 5000

/**
 * Reads messages of a consumer, one request of up to `capacity()` messages at a time. `onHeartbeat` is called while a
 * request waits and there are no messages. Calls `onBroken` once when the consumer no longer exists, or when a heartbeat
 * is late by five seconds (by twice its interval if that is shorter). Unlike the NATS client's iterators, it does not
 * buffer messages.
 */
export const startReader = (
  connection: NatsConnection,
  options: {
    stream: string
    consumer: string
    heartbeatMs: number
    capacity: () => number
    onMessage: (message: StreamMessage) => void
    onHeartbeat?: () => void
    onBroken: () => void
  },
): StreamReader => {
  const { heartbeatMs } = options
  const silenceMs = heartbeatMs + Math.min(2 * heartbeatMs, maxLatenessMs)
  const inbox = newInbox(connection)
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.consumer}`
  let expected = 0
  let isClosed = false
  let heartbeatTimer: NodeJS.Timeout | undefined

  const stop = () => {
    isClosed = true
    clearTimeout(heartbeatTimer)
    subscription.unsubscribe()
  }
  const closeAsBroken = () => {
    if (isClosed) return
    stop()
    options.onBroken()
  }
  const resetHeartbeatTimer = () => {
    clearTimeout(heartbeatTimer)
    if (expected > 0 && !isClosed) heartbeatTimer = setTimeout(closeAsBroken, silenceMs)
  }
  /** Requests more messages unless a request is pending or there is no capacity. */
  const request = () => {
    const batch = options.capacity()
    if (isClosed || expected > 0 || batch <= 0) return
    expected = batch
    resetHeartbeatTimer()
    const body = { batch, expires: nanos(requestExpiresMs), idle_heartbeat: nanos(heartbeatMs) }
    connection.publish(subject, JSON.stringify(body), { reply: inbox })
  }
  const receive = (message: Msg) => {
    const streamed = toStreamMessage(message)
    if (streamed) {
      expected -= 1
      options.onMessage(streamed)
    } else if (message.headers?.code === 100) options.onHeartbeat?.()
    else if (message.headers?.code === 404 || message.headers?.code === 408) expected = 0
    else return closeAsBroken()
    resetHeartbeatTimer()
    request()
  }
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (isClosed) return
      if (error) closeAsBroken()
      else receive(message)
    },
  })
  request()
  return { request, stop }
}

const toStreamMessage = (message: Msg): StreamMessage | null => {
  const info = parseAckInfo(message.reply)
  if (!info) return null
  const meantFor = message.headers?.get(consumerHeader)
  return {
    ...(meantFor && { meantFor }),
    text: message.string(),
    subject: message.subject,
    sequence: info.streamSequence,
    consumerSequence: info.consumerSequence,
    time: info.time,
    pending: info.pending,
    count: info.deliveryCount,
    ack: () => void message.respond('+ACK'),
    keep: () => void message.respond('+WPI'),
    nak: (delayMs) => void message.respond(`-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`),
  }
}
