import { nanos } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { parseAckInfo } from './ack-info.ts'
import { consumerHeader } from './consumer.ts'
import { newInbox } from './inboxes.ts'

/** A message from a durable consumer, which must be acknowledged or returned. */
export type Delivery = {
  readonly text: string
  /** The number of deliveries so far, including this one. */
  readonly count: number
  /** The message's sequence in its stream. */
  readonly sequence: number
  /** The only consumer that should handle the message; all consumers if absent. */
  readonly meantFor?: string
  ack(): void
  /** Gives the message back to the server, which redelivers it after the delay. */
  nak(delayMs: number): void
}

export type PullConsumer = {
  /** Requests more messages if there is capacity. Call it whenever capacity becomes available. */
  request(): void
  stop(): void
}

const expiresMs = 30_000
const heartbeatMs = 5000

/**
 * Pulls messages from a durable consumer, one request of up to `capacity()` messages at a time. Calls `onBroken` once
 * when the consumer no longer exists or stops sending. Unlike the NATS client's iterators, it does not buffer
 * messages.
 */
export const startPullConsumer = (
  connection: NatsConnection,
  options: {
    stream: string
    durable: string
    capacity: () => number
    onDelivery: (delivery: Delivery) => void
    onBroken: () => void
  },
): PullConsumer => {
  const inbox = newInbox(connection)
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.durable}`
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
    heartbeatTimer = setTimeout(closeAsBroken, 2.5 * heartbeatMs)
  }
  /** Requests more messages unless a request is pending or there is no capacity. */
  const request = () => {
    const batch = options.capacity()
    if (isClosed || expected > 0 || batch <= 0) return
    expected = batch
    resetHeartbeatTimer()
    const body = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) }
    connection.publish(subject, JSON.stringify(body), { reply: inbox })
  }
  const receive = (message: Msg) => {
    resetHeartbeatTimer()
    const delivery = toDelivery(message)
    if (delivery) {
      expected -= 1
      options.onDelivery(delivery)
    } else if (message.headers?.code === 404 || message.headers?.code === 408) expected = 0
    else if (message.headers?.code !== 100) return closeAsBroken()
    if (expected === 0) request()
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

const toDelivery = (message: Msg): Delivery | null => {
  const info = parseAckInfo(message.reply)
  if (!info) return null
  const meantFor = message.headers?.get(consumerHeader)
  return {
    ...(meantFor && { meantFor }),
    text: message.string(),
    count: info.deliveryCount,
    sequence: info.streamSequence,
    ack: () => void message.respond('+ACK'),
    nak: (delayMs) => void message.respond(`-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`),
  }
}
