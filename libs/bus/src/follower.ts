import { once } from 'node:events'
import type { Logger } from '@wp/telemetry'
import type { FollowOptions, Subscription } from './bus.ts'
import { parseEnvelope, publisherOf, subjectFilterOf } from './events.ts'
import type { EventDefinition } from './events.ts'
import type { StreamPosition } from './history.ts'
import type { ManagedConnection } from './nats-connection.ts'
import { openOrderedReader } from './ordered-reader.ts'
import type { StartPosition } from './ordered-reader.ts'
import type { StreamMessage } from './stream-reader.ts'
import { streamName } from './stream-names.ts'
import { coveringSubject, ensureStream, openManager } from './streams.ts'
import type { StreamOptions } from './streams.ts'
import { whileConnected } from './while-connected.ts'

const maxSeenIds = 10_000

type FollowerDeps = { natsConnection: ManagedConnection; streams: StreamOptions; logger: Logger }

/** Delivers every event to this process once and in order, even across NATS outages. */
export const startFollower = (
  deps: FollowerDeps,
  options: FollowOptions<readonly EventDefinition[]>,
): Subscription => {
  const known = new Map(options.events.map((event) => [event.type, event]))
  const seen = new Set<string>()
  const live = new Set<string>()
  const publishers = Map.groupBy(options.events, ({ type }) => publisherOf(type))
  let lastHandled: Promise<void> = Promise.resolve()

  const receive = (text: string, publisher: string, position: StreamPosition) => {
    const envelope = parseEnvelope(text)
    if (!envelope) {
      const { sequence } = position
      deps.logger.error({ publisher, sequence }, 'a followed message is not an event; skipping it')
      return
    }
    const event = known.get(envelope.type)
    // Ignores events from other services: only a stream's owner publishes its events there.
    if (!event || publisherOf(event.type) !== publisher || seen.has(envelope.id)) return
    seen.add(envelope.id)
    const [oldest] = seen
    if (seen.size > maxSeenIds && oldest !== undefined) seen.delete(oldest)
    lastHandled = lastHandled.then(async () => {
      try {
        await options.handle({ ...envelope, data: event.data.parse(envelope.data) }, position)
      } catch (error) {
        deps.logger.error(
          { err: error, eventId: envelope.id, type: envelope.type },
          'failed to handle a followed event; skipping it',
        )
      }
    })
  }

  const subscriptions = [...publishers].map(([publisher, events]) =>
    followStream(deps, {
      publisher,
      filter: coveringSubject(events.map(subjectFilterOf)),
      startTime: options.startTime,
      startAfter: options.startAfter,
      receive,
      onLive: () => {
        void lastHandled.then(() => {
          live.add(publisher)
          if (live.size === publishers.size) options.onAlive?.()
        })
      },
      onLost: () => live.delete(publisher),
    }),
  )
  return {
    stop: async () => {
      await Promise.all(subscriptions.map((each) => each.stop()))
      await lastHandled
    },
  }
}

type FollowedStream = {
  publisher: string
  filter: string
  startTime: Date | undefined
  startAfter: number | undefined
  receive: (text: string, publisher: string, position: StreamPosition) => void
  onLive: () => void
  onLost: () => void
}

const followStream = (
  { natsConnection, streams, logger }: FollowerDeps,
  { publisher, filter, startTime = new Date(), startAfter, receive, onLive, onLost }: FollowedStream,
): Subscription => {
  const stream = streamName(publisher)
  let createdAt: string | undefined
  let last: StreamMessage | undefined

  /** Continues after the last message. A recreated stream starts at 1 again, so it is resumed by time instead. */
  const startPosition = (isSameStream: boolean): StartPosition => {
    if (!last) return startAfter === undefined ? { time: startTime } : { sequence: startAfter + 1 }
    return isSameStream ? { sequence: last.sequence + 1 } : { time: last.time }
  }

  return whileConnected(
    natsConnection,
    async (connection, run) => {
      const manager = await openManager(connection)
      const ensured = await ensureStream(manager, publisher, streams)
      const start = startPosition(ensured.createdAt === createdAt)
      createdAt = ensured.createdAt
      let isCaughtUp = false
      const reader = await openOrderedReader(connection, manager, {
        stream,
        filter,
        start,
        onMessage: (message) => {
          last = message
          if (message.meantFor === undefined)
            receive(message.text, publisher, { stream: ensured.createdAt, sequence: message.sequence })
          if (message.pending === 0) isCaughtUp = true
          if (isCaughtUp) onLive()
        },
        onHeartbeat: () => {
          isCaughtUp = true
          onLive()
        },
        onBroken: () => run.abort(),
      })
      if (reader.pendingAtStart === 0) onLive()
      if (!run.signal.aborted) await once(run.signal, 'abort')
      onLost()
      reader.stop()
    },
    (error) => {
      onLost()
      logger.warn({ err: error, stream }, 'follower was interrupted; restarting it')
    },
  )
}
