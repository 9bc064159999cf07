import { nanos } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { parseAckInfo } from './ack-info.ts'
import { consumerHeader } from './consumer.ts'
import { newInbox } from './inboxes.ts'

/** One message of a durable consumer, to be acknowledged or handed back. */
export type Delivery = {
  readonly text: string
  /** How often it was delivered, this time included. */
  readonly count: number
  /** Its number in the stream. */
  readonly sequence: number
  /** The one consumer it is meant for; left out: all. */
  readonly meantFor?: string
  ack(): void
  /** Hands it back; it comes again after the wait. */
  nak(delayMs: number): void
}

export type PullConsumer = {
  /** Asks for more if there is room; to be called when there may be some again. */
  request(): void
  stop(): void
}

const expiresMs = 30_000
const heartbeatMs = 5000

/**
 * Pulls messages from a durable consumer, one request at a time, as many as `capacity()` says. Calls `onBroken` once when
 * the consumer is gone or silent. Unlike the client's own iterators it buffers nothing: what was received has been handed
 * over.
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
  let isOver = false
  let silenceTimer: NodeJS.Timeout | undefined

  const stop = () => {
    isOver = true
    clearTimeout(silenceTimer)
    subscription.unsubscribe()
  }
  const breakOff = () => {
    if (isOver) return
    stop()
    options.onBroken()
  }
  const resetSilenceTimer = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(breakOff, 2.5 * heartbeatMs)
  }
  /** Asks for more, unless a request is open or there is no capacity. */
  const request = () => {
    const batch = options.capacity()
    if (isOver || expected > 0 || batch <= 0) return
    expected = batch
    resetSilenceTimer()
    const body = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) }
    connection.publish(subject, JSON.stringify(body), { reply: inbox })
  }
  const receive = (message: Msg) => {
    resetSilenceTimer()
    const delivery = toDelivery(message)
    if (delivery) {
      expected -= 1
      options.onDelivery(delivery)
    } else if (message.headers?.code === 404 || message.headers?.code === 408) expected = 0
    else if (message.headers?.code !== 100) return breakOff()
    if (expected === 0) request()
  }
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (isOver) return
      if (error) breakOff()
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
