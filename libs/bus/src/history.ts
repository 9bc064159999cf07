import { semaphore } from '@wp/kernel'
import { subjectOf } from '@wp/mongo/subjects'
import type { NatsConnection } from 'nats'
import { parseEnvelope, publisherOf, subjectFilterOf } from './events.ts'
import type { EnvelopeOf, EventDefinition } from './events.ts'
import { openOrderedReader } from './ordered-reader.ts'
import type { StartPosition } from './ordered-reader.ts'
import type { StreamMessage } from './stream-reader.ts'
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
  /** How many messages there were from the page's first one to the end of the history. */
  remaining: number
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

/** A page stays in memory until its reader has used it, and a message can have more than 128 KiB. */
const pageSize = 16
/** Limits the load when many clients reconnect together. */
const maxConcurrentFetches = 16

/** Runs a limited number of fetches of all histories at a time. */
export type FetchLimit = ReturnType<typeof openFetchLimit>

export const openFetchLimit = () => semaphore(maxConcurrentFetches)

/**
 * Opens the stored events of a type with `subjectByWorkspace`. Its functions throw UNAVAILABLE while NATS is down.
 */
export const openHistory = <Event extends EventDefinition>(
  connection: () => NatsConnection,
  streams: StreamOptions,
  limited: FetchLimit,
  event: Event,
): EventHistory<Event> => {
  if (!event.subjectByWorkspace)
    throw new TypeError(`Event ${event.type} has no history: define it with subjectByWorkspace`)
  const stream = streamName(publisherOf(event.type))

  const toEvents = (messages: readonly StreamMessage[], workspaceId: string) =>
    messages
      .filter(({ meantFor }) => meantFor === undefined)
      .flatMap(({ text, sequence }) => {
        const envelope = parseEnvelope(text)
        if (envelope?.workspaceId !== workspaceId || envelope.type !== event.type) return []
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
        const reader = await limited(() => openPages(connection(), stream, filter, start))
        let { pending } = reader
        try {
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
              remaining: messages[0]!.pending + 1,
            }
            // This consumer does not redeliver the missing messages, so a new consumer starts after the last one
            // received.
            if (messages.length < requested) break
          }
        } finally {
          reader.stop()
        }
        if (pending === 0) return
      }
    },
  }
}

/** Opens a reader that fetches messages on demand. */
const openPages = async (
  connection: NatsConnection,
  stream: string,
  filter: string,
  start: StartPosition,
) => {
  let wanted = 0
  let messages: StreamMessage[] = []
  let isBroken = false
  let finish = (): void => undefined
  const reader = await openOrderedReader(connection, await openManager(connection), {
    stream,
    filter,
    start,
    capacity: () => wanted,
    onMessage: (message) => {
      messages.push(message)
      wanted -= 1
      if (wanted === 0) finish()
    },
    // The rest was removed from the stream in the meantime.
    onHeartbeat: () => finish(),
    onBroken: () => {
      isBroken = true
      finish()
    },
  })
  return {
    pending: reader.pendingAtStart,
    /** Returns fewer messages when some were removed or the connection broke. */
    fetch: (count: number): Promise<StreamMessage[]> =>
      new Promise((resolve) => {
        messages = []
        wanted = count
        finish = () => {
          wanted = 0
          resolve(messages)
        }
        if (isBroken) finish()
        else reader.request()
      }),
    stop: () => reader.stop(),
  }
}
