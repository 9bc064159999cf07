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

/** Where an event lies. `stream` tells a stream from another of the same name: one made anew counts from one again. */
export type EventPlace = { stream: string; sequence: number }

/** One fetch of the messages on a workspace's subject. */
export type HistoryPage<Event> = {
  events: { event: EnvelopeOf<Event>; sequence: number }[]
  /** The number of the last message of the page. */
  readUpTo: number
  /** When the first message of the page was published. */
  since: Date
}

export type EventHistory<Event> = {
  /** The numbers that the stream keeps, of all events of its service. */
  bounds(): Promise<{ stream: string; first: number; last: number }>
  /**
   * The kept events of a workspace, oldest first; ends with what was there when it began, or later. A page is fetched when it
   * is asked for, so whoever asks sets the pace.
   */
  read(
    workspaceId: string,
    from: { after: number } | { since: Date },
  ): AsyncGenerator<HistoryPage<Event>, void, undefined>
}

const pageSize = 64
const fetchMs = 3000
/** A reader may wait this long between two pages before its place in NATS is given up; then it takes another. */
const inactiveMs = 30_000
/** When many come back at once, they take turns. */
const fetchesAtOnce = 16

/** The kept events of one type, which has to be one with `subjectByWorkspace`. Calls fail with UNAVAILABLE while NATS is away. */
export const openHistory = <Event extends EventDefinition>(
  connection: () => NatsConnection,
  replicas: number,
  event: Event,
): EventHistory<Event> => {
  if (!event.subjectByWorkspace)
    throw new TypeError(
      `Event ${event.type} has no history of a workspace: define it with subjectByWorkspace`,
    )
  const stream = streamName(publisherOf(event.type))
  const takeTurn = semaphore(fetchesAtOnce)

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
   * Events of before subjects named the workspace, or of replicas that do not name it yet, lie on the bare type. While the
   * stream keeps any (a week), all workspaces' are read, and others' passed over.
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
        replicas,
      )
      return { stream: createdAt, first: firstSequence, last: lastSequence }
    },
    read: async function* (workspaceId, from) {
      let start: StartPosition = 'after' in from ? { sequence: from.after + 1 } : { time: from.since }
      const filter = await takeTurn(() => chooseFilter(workspaceId))
      for (;;) {
        const reader = await takeTurn(() => openReader(connection(), stream, filter, start))
        let { pending } = reader
        while (pending > 0) {
          const asked = Math.min(pending, pageSize)
          const messages = await takeTurn(() => reader.fetch(asked))
          const last = messages.at(-1)
          if (!last) break
          pending = last.pending
          start = { sequence: last.sequence + 1 }
          yield {
            events: toEvents(messages, workspaceId),
            readUpTo: last.sequence,
            since: messages[0]!.time,
          }
          // What is still under way of this page will not be seen here; another consumer begins with it.
          if (messages.length < asked) break
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
  /** Its number among those of this consumer. */
  consumerSequence: number
  isForOneConsumer: boolean
}

/** A short-lived consumer that is asked for so many messages at a time. */
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

/** So many messages, without a gap; fewer when one is missing or does not come, none when the consumer is gone. */
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
    const timer = setTimeout(end, fetchMs)
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        const streamed = error ? null : toStreamedMessage(message)
        const isNext = streamed?.consumerSequence === fetched + messages.length + 1
        if (isNext) messages.push(streamed)
        if (!isNext || messages.length === count) end()
      },
    })
    connection.publish(subject, JSON.stringify({ batch: count, expires: nanos(fetchMs) }), { reply: inbox })
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
