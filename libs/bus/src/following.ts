import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import type { NatsConnection } from 'nats'
import type { FollowOptions, Running } from './bus.ts'
import { publisherOf } from './events.ts'
import type { Envelope, EventDefinition } from './events.ts'
import { openFeed } from './feed.ts'
import type { FeedMessage, FeedStart } from './feed.ts'
import type { Link } from './link.ts'
import { coveringSubject, ensureStream, managerOf, streamOf } from './streams.ts'

const rememberedIds = 10_000

/** Hands every event to this process, in order and once, through any outage of NATS. */
export const startFollowing = (
  parts: { link: Link; replicas: number; logger: Logger },
  options: FollowOptions<readonly EventDefinition[]>,
): Running => {
  const known = new Map(options.events.map((event) => [event.type, event]))
  const seen = new Set<string>()
  const live = new Set<string>()
  const publishers = Map.groupBy(options.events, ({ type }) => publisherOf(type))
  let turn: Promise<void> = Promise.resolve()

  const alive = () => {
    if (live.size === publishers.size) options.onAlive?.()
  }
  const receive = (text: string) => {
    const envelope = JSON.parse(text) as Envelope
    const event = known.get(envelope.type)
    if (!event || seen.has(envelope.id)) return
    seen.add(envelope.id)
    const [oldest] = seen
    if (seen.size > rememberedIds && oldest !== undefined) seen.delete(oldest)
    turn = turn.then(async () => {
      try {
        await options.handle({ ...envelope, data: event.data.parse(envelope.data) })
      } catch (error) {
        parts.logger.error(
          { err: error, eventId: envelope.id, type: envelope.type },
          'following an event failed',
        )
      }
    })
  }

  const running = [...publishers].map(([publisher, events]) =>
    followOne(parts, {
      publisher,
      filter: coveringSubject(events.map(({ type }) => type)),
      startTime: options.startTime,
      receive,
      onLive: () => {
        void turn.then(() => {
          live.add(publisher)
          alive()
        })
      },
      onLost: () => live.delete(publisher),
    }),
  )
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()))
      await turn
    },
  }
}

type OneStream = {
  publisher: string
  filter: string
  startTime: Date | undefined
  receive: (text: string) => void
  onLive: () => void
  onLost: () => void
}

const followOne = (parts: { link: Link; replicas: number; logger: Logger }, one: OneStream): Running => {
  const { link, logger } = parts
  const stream = streamOf(one.publisher)
  const stopping = new AbortController()
  const { signal } = stopping
  const began = new Date()
  let created: string | undefined
  let last: FeedMessage | undefined
  let broken: () => void = () => undefined

  /** From where we left off; a stream made anew counts from one again, so there only the time helps. */
  const startFrom = (streamCreated: string): FeedStart => {
    if (!last) return { time: one.startTime ?? began }
    return created === streamCreated ? { sequence: last.sequence + 1 } : { time: last.time }
  }

  const follow = async (connection: NatsConnection): Promise<void> => {
    const manager = await managerOf(connection)
    const { createdAt } = await ensureStream(manager, one.publisher, parts.replicas)
    const start = startFrom(createdAt)
    created = createdAt
    const over = new Promise<void>((resolve) => {
      broken = resolve
    })
    let isCaughtUp = false
    const feed = await openFeed(connection, manager, {
      stream,
      filter: one.filter,
      start,
      onMessage: (message) => {
        last = message
        one.receive(message.text)
        if (message.pending === 0) isCaughtUp = true
        if (isCaughtUp) one.onLive()
      },
      onHeartbeat: () => {
        isCaughtUp = true
        one.onLive()
      },
      onBroken: () => broken(),
    })
    if (feed.pendingAtStart === 0) one.onLive()
    if (signal.aborted) broken()
    await over
    one.onLost()
    await feed.stop()
  }

  const offUp = link.onUp(() => broken())
  const loop = async (): Promise<void> => {
    await link.connected
    while (!signal.aborted) {
      const connection = link.current()
      try {
        if (connection) await follow(connection)
      } catch (error) {
        logger.warn({ err: error, stream }, 'following a stream was interrupted; taking it up again')
      }
      one.onLost()
      if (!signal.aborted) await delay(100, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = loop().catch(() => undefined)
  return {
    stop: async () => {
      stopping.abort()
      offUp()
      broken()
      if (link.current()) await running
    },
  }
}
