import { semaphore } from '@wp/kernel'
import { subjectOf } from '@wp/mongo/subjects'
import { AckPolicy, nanos } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { parseAckInfo } from './ack-info.ts'
import { consumerHeader } from './consumer.ts'
import { parseEnvelope, publisherOf, subjectFilterOf } from './events.ts'
import type { EnvelopeOf, EventDefinition } from './events.ts'
import { newInbox } from './inboxes.ts'
import { toDeliverPolicy } from './ordered-reader.ts'
import type { StartPosition } from './ordered-reader.ts'
import { streamName } from './stream-names.ts'
import { ensureStream, openManager } from './streams.ts'
import type { StreamOptions } from './streams.ts'

/** An event's position. `stream` is the creation time of the stream, because a recreated stream starts at 1 again. */
export type StreamPosition = { stream: string; sequence: number }

export type HistoryPage<Event> = {
  events: { event: EnvelopeOf<Event>; sequence: number }[]
  /** The stream sequence of the page's last message. */
  readUpTo: number
  /** The publication time of the page's first message. */
  since: Date
}

export type EventHistory<Event> = {
  /** Returns the first and last sequence in the stream, which contains all events of its service. */
  bounds(): Promise<{ stream: string; first: number; last: number }>
  /**
   * Returns a workspace's stored events, oldest first, including at least those stored when reading starts. Pages are
   * fetched on demand, so the caller sets the pace.
   */
  read(
    workspaceId: string,
    from: { after: number } | { since: Date },
  ): AsyncGenerator<HistoryPage<Event>, void, undefined>
}

const pageSize = 64
const fetchTimeoutMs = 3000
/**
 * If the next page is not requested within this time, NATS removes the consumer and the reader creates another one.
 */
const inactiveMs = 30_000
/** Limits the load when many clients reconnect at once. */
const maxConcurrentFetches = 16

/**
 * Opens the stored events of a type with `subjectByWorkspace`. Its functions throw UNAVAILABLE while NATS is down.
 */
export const openHistory = <Event extends EventDefinition>(
  connection: () => NatsConnection,
  streams: StreamOptions,
  event: Event,
): EventHistory<Event> => {
  if (!event.subjectByWorkspace)
    throw new TypeError(`Event ${event.type} has no history: define it with subjectByWorkspace`)
  const stream = streamName(publisherOf(event.type))
  const limited = semaphore(maxConcurrentFetches)

  const toEvents = (messages: readonly StreamedMessage[], workspaceId: string) =>
    messages
      .filter(({ isForOneConsumer }) => !isForOneConsumer)
      .flatMap(({ text, sequence }) => {
        const envelope = parseEnvelope(text)
        if (envelope?.workspaceId !== workspaceId) return []
        const { data, success } = event.data.safeParse(envelope.data)
        return success ? [{ event: { ...envelope, data } as EnvelopeOf<Event>, sequence }] : []
      })

  /**
   * Older versions used the type without the workspace as the subject. While the stream still contains such events
   * (for a week), the events of all workspaces are read and filtered.
   */
  const chooseFilter = async (workspaceId: string): Promise<string> => {
    const manager = await openManager(connection())
    const { state } = await manager.streams.info(stream, { subjects_filter: event.type })
    return state.subjects?.[event.type] ? subjectFilterOf(event) : subjectOf(event, workspaceId)
  }

  return {
    bounds: async () => {
      const manager = await openManager(connection())
      const { createdAt, firstSequence, lastSequence } = await ensureStream(
        manager,
        publisherOf(event.type),
        streams,
      )
      return { stream: createdAt, first: firstSequence, last: lastSequence }
    },
    read: async function* (workspaceId, from) {
      let start: StartPosition = 'after' in from ? { sequence: from.after + 1 } : { time: from.since }
      const filter = await limited(() => chooseFilter(workspaceId))
      for (;;) {
        const reader = await limited(() => openReader(connection(), stream, filter, start))
        let { pending } = reader
        while (pending > 0) {
          const requested = Math.min(pending, pageSize)
          const messages = await limited(() => reader.fetch(requested))
          const last = messages.at(-1)
          if (!last) break
          pending = last.pending
          start = { sequence: last.sequence + 1 }
          yield {
            events: toEvents(messages, workspaceId),
            readUpTo: last.sequence,
            since: messages[0]!.time,
          }
          // This consumer does not redeliver the missing messages, so a new consumer starts after the last one
          // received.
          if (messages.length < requested) break
        }
        if (pending === 0) return
      }
    },
  }
}

type StreamedMessage = {
  text: string
  sequence: number
  time: Date
  pending: number
  /** Sequence among the messages delivered to this consumer. */
  consumerSequence: number
  isForOneConsumer: boolean
}

/** Opens a short-lived consumer that fetches messages on demand. */
const openReader = async (
  connection: NatsConnection,
  stream: string,
  filter: string,
  start: StartPosition,
): Promise<{ pending: number; fetch(count: number): Promise<StreamedMessage[]> }> => {
  const manager = await openManager(connection)
  const { name, num_pending } = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    filter_subject: filter,
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
    ...toDeliverPolicy(start),
  })
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`
  let fetched = 0
  return {
    pending: num_pending,
    fetch: async (count) => {
      const messages = await fetchMessages(connection, subject, count, fetched)
      fetched += messages.length
      return messages
    },
  }
}

/**
 * Fetches `count` messages. Returns fewer when one is missing or late, and none when the consumer no longer exists.
 */
const fetchMessages = (
  connection: NatsConnection,
  subject: string,
  count: number,
  fetched: number,
): Promise<StreamedMessage[]> =>
  new Promise((resolve) => {
    const inbox = newInbox(connection)
    const messages: StreamedMessage[] = []
    const end = () => {
      clearTimeout(timer)
      subscription.unsubscribe()
      resolve(messages)
    }
    const timer = setTimeout(end, fetchTimeoutMs)
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        const streamed = error ? null : toStreamedMessage(message)
        const isNext = streamed?.consumerSequence === fetched + messages.length + 1
        if (isNext) messages.push(streamed)
        if (!isNext || messages.length === count) end()
      },
    })
    connection.publish(subject, JSON.stringify({ batch: count, expires: nanos(fetchTimeoutMs) }), {
      reply: inbox,
    })
  })

const toStreamedMessage = (message: Msg): StreamedMessage | null => {
  const info = parseAckInfo(message.reply)
  return (
    info && {
      text: message.string(),
      sequence: info.streamSequence,
      time: info.time,
      pending: info.pending,
      consumerSequence: info.consumerSequence,
      isForOneConsumer: message.headers?.has(consumerHeader) ?? false,
    }
  )
}
