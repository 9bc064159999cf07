import { AckPolicy, createInbox, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager, Msg, NatsConnection } from 'nats'
import { placeOf } from './place.ts'

export type FeedMessage = { text: string; sequence: number; time: Date; pending: number }

export type FeedStart = { sequence: number } | { time: Date } | 'all' | 'new'

export type Feed = { readonly pendingAtStart: number; stop(): Promise<void> }

const heartbeatMs = 1000

/**
 * Reads a stream in order through a short-lived consumer of its own, acknowledging nothing. Calls `onBroken` once when a
 * message is missing or three heartbeats are: then open another one.
 */
export const openFeed = async (
  connection: NatsConnection,
  manager: JetStreamManager,
  options: {
    stream: string
    filter: string
    start: FeedStart
    onMessage: (message: FeedMessage) => void
    onHeartbeat?: () => void
    onBroken?: () => void
  },
): Promise<Feed> => {
  const inbox = createInbox()
  let delivered = 0
  let isOver = false
  let silence: NodeJS.Timeout | undefined

  const end = (isBroken: boolean) => {
    if (isOver) return
    isOver = true
    clearTimeout(silence)
    subscription.unsubscribe()
    if (isBroken) options.onBroken?.()
  }
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(end, 3 * heartbeatMs, true)
  }
  const receive = (message: Msg) => {
    heard()
    if (message.headers?.code === 100) {
      if (message.reply) message.respond()
      else options.onHeartbeat?.()
      return
    }
    const place = placeOf(message.reply)
    if (!place) return
    if (place.delivery !== delivered + 1) return end(true)
    delivered = place.delivery
    options.onMessage({
      text: message.string(),
      sequence: place.sequence,
      time: place.time,
      pending: place.pending,
    })
  }
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error) end(true)
      else if (!isOver) receive(message)
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
      ...startOf(options.start),
    })
    heard()
    return {
      // What came in before this answer counts as pending too.
      pendingAtStart: consumer.num_pending + consumer.delivered.consumer_seq,
      stop: async () => {
        end(false)
        await manager.consumers.delete(options.stream, consumer.name).catch(() => undefined)
      },
    }
  } catch (error) {
    end(false)
    throw error
  }
}

const startOf = (start: FeedStart) => {
  if (start === 'all') return { deliver_policy: DeliverPolicy.All }
  if (start === 'new') return { deliver_policy: DeliverPolicy.New }
  if ('sequence' in start)
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start.sequence }
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.time.toISOString() }
}
