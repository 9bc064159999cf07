import { createInbox, nanos } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { placeOf } from './place.ts'

/** One message of a durable consumer, to be acknowledged or handed back. */
export type Delivery = {
  readonly text: string
  /** How often it was delivered, this time included. */
  readonly count: number
  /** Its place in the stream. */
  readonly sequence: number
  ack(): void
  /** Hands it back; it comes again after the wait. */
  nak(delayMs: number): void
}

const expiresMs = 30_000
const heartbeatMs = 5000

/**
 * Asks a durable consumer for messages, one request at a time, whenever `room()` says that there is room. Calls `onBroken`
 * once when the consumer is gone or silent. Unlike the client's own iterators it holds nothing back: what was received has
 * been handed over.
 */
export const pullFrom = (
  connection: NatsConnection,
  options: {
    stream: string
    durable: string
    room: () => number
    onDelivery: (delivery: Delivery) => void
    onBroken: () => void
  },
) => {
  const inbox = createInbox()
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.durable}`
  let left = 0
  let isOver = false
  let silence: NodeJS.Timeout | undefined

  const stop = () => {
    isOver = true
    clearTimeout(silence)
    subscription.unsubscribe()
  }
  const breakOff = () => {
    if (isOver) return
    stop()
    options.onBroken()
  }
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(breakOff, 2.5 * heartbeatMs)
  }
  const ask = () => {
    const batch = options.room()
    if (isOver || left > 0 || batch <= 0) return
    left = batch
    heard()
    const request = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) }
    connection.publish(subject, JSON.stringify(request), { reply: inbox })
  }
  const receive = (message: Msg) => {
    heard()
    const delivery = deliveryOf(message)
    if (delivery) {
      left -= 1
      options.onDelivery(delivery)
    } else if (message.headers?.code === 404 || message.headers?.code === 408) left = 0
    else if (message.headers?.code !== 100) return breakOff()
    if (left === 0) ask()
  }
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (isOver) return
      if (error) breakOff()
      else receive(message)
    },
  })
  ask()
  return { ask, stop }
}

const deliveryOf = (message: Msg): Delivery | null => {
  const place = placeOf(message.reply)
  if (!place) return null
  return {
    text: message.string(),
    count: place.count,
    sequence: place.sequence,
    ack: () => void message.respond('+ACK'),
    nak: (delayMs) => void message.respond(`-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`),
  }
}
