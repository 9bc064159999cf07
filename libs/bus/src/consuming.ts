import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager, NatsConnection } from 'nats'
import type { Running } from './bus.ts'
import type { Consumer } from './consumer.ts'
import { publisherOf } from './events.ts'
import type { Link } from './link.ts'
import { pullFrom } from './pulling.ts'
import type { Delivery } from './pulling.ts'
import { coveringSubject, ensureStream, isNotFound, managerOf, streamOf } from './streams.ts'

const atOnce = 16
const prefetched = 32
const defaultAckWaitMs = 20_000
/** What has begun may take this long to end; afterwards it counts as a crash, and the event comes again. */
const finishMs = 6000
/** Long enough that it does not come straight back to the one that stops. */
const handBackMs = 100

/** Runs a durable consumer on every stream its events come from, until stopped; makes what is missing, also after NATS lost its data. */
export const startConsuming = (parts: {
  link: Link
  service: string
  replicas: number
  consumer: Consumer
  deliver: (delivery: Delivery) => Promise<void>
  logger: Logger
}): Running => {
  const publishers = Map.groupBy(parts.consumer.events, ({ type }) => publisherOf(type))
  const running = [...publishers].map(([publisher, events]) =>
    consumeFrom({ ...parts, publisher, types: events.map(({ type }) => type) }),
  )
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}

type Source = Parameters<typeof startConsuming>[0] & { publisher: string; types: string[] }

const consumeFrom = (source: Source): Running => {
  const { link, logger } = source
  const stopping = new AbortController()
  const { signal } = stopping
  const deliver = async (delivery: Delivery): Promise<void> => {
    try {
      await source.deliver(delivery)
    } catch (error) {
      logger.warn(
        { err: error, consumer: source.consumer.name },
        'an event could not be answered; it comes again',
      )
    }
  }
  const turns = takeTurns(deliver, signal)
  let interrupt: () => void = () => undefined
  // After a reconnect the server may have lost the consumer; taking it up anew makes sure.
  const offUp = link.onUp(() => interrupt())

  const takeUp = async (connection: NatsConnection): Promise<void> => {
    const durable = await ensureConsumer(await managerOf(connection), source)
    const over = new Promise<void>((resolve) => {
      interrupt = resolve
    })
    if (signal.aborted) return
    const pull = pullFrom(connection, {
      stream: streamOf(source.publisher),
      durable,
      room: () => (turns.held() <= atOnce ? prefetched - turns.held() : 0),
      onDelivery: (delivery) => turns.take(delivery, () => pull.ask()),
      onBroken: interrupt,
    })
    await over
    pull.stop()
  }

  const loop = async (): Promise<void> => {
    await link.connected
    while (!signal.aborted) {
      const connection = link.current()
      try {
        if (connection) await takeUp(connection)
      } catch (error) {
        logger.warn(
          { err: error, consumer: source.consumer.name },
          'consuming was interrupted; taking it up again',
        )
      }
      if (!signal.aborted) await delay(200, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = loop().catch(() => undefined)

  return {
    stop: async () => {
      stopping.abort()
      offUp()
      interrupt()
      await Promise.race([turns.finished(), delay(finishMs, undefined, { ref: false })])
      // Before the first connection the loop waits for it and has nothing to finish.
      if (link.current()) await running
    },
  }
}

/**
 * Several at a time, but those of one workspace one after the other, in their order. Once `signal` is aborted nothing new
 * begins: what is here already goes back to the server at once instead of waiting for its time to run out.
 */
const takeTurns = (deliver: (delivery: Delivery) => Promise<void>, signal: AbortSignal) => {
  const held = new Set<Promise<void>>()
  const last = new Map<string, Promise<void>>()
  const free: (() => void)[] = []
  let busy = 0

  const inTurn = async (before: Promise<void> | undefined, delivery: Delivery): Promise<void> => {
    await before
    if (busy >= atOnce) await new Promise<void>((resolve) => free.push(resolve))
    busy += 1
    try {
      if (signal.aborted) delivery.nak(handBackMs)
      else await deliver(delivery)
    } finally {
      busy -= 1
      free.shift()?.()
    }
  }

  return {
    held: () => held.size,
    take: (delivery: Delivery, onDone: () => void): void => {
      const key = workspaceOf(delivery)
      const done = inTurn(last.get(key), delivery)
      last.set(key, done)
      held.add(done)
      void done.finally(() => {
        held.delete(done)
        if (last.get(key) === done) last.delete(key)
        onDone()
      })
    },
    finished: async (): Promise<void> => {
      await Promise.all(held)
    },
  }
}

const workspaceOf = ({ text }: Delivery): string => {
  const [, workspaceId] = /"workspaceId":"([0-9a-f]{24})"/.exec(text.slice(0, 300)) ?? []
  return workspaceId ?? ''
}

/**
 * The durable consumer. Its name holds a hash of the event types: a build that listens to others gets its own and starts
 * from the beginning (the inbox drops what was handled), so that old and new builds may run side by side.
 */
const ensureConsumer = async (manager: JetStreamManager, source: Source): Promise<string> => {
  const { publisher, types, consumer } = source
  const stream = streamOf(publisher)
  await ensureStream(manager, publisher, source.replicas)
  const hash = createHash('sha256').update(types.toSorted().join()).digest('hex').slice(0, 8)
  const name = `${source.service}_${consumer.name}_${hash}`
  const known = await manager.consumers.info(stream, name).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  const ackWait = nanos(consumer.ackWaitMs ?? defaultAckWaitMs)
  if (known && known.config.ack_wait !== ackWait)
    await manager.consumers.update(stream, name, { ack_wait: ackWait })
  if (!known)
    await manager.consumers.add(stream, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ackWait,
      deliver_policy: DeliverPolicy.All,
      filter_subject: coveringSubject(types),
      inactive_threshold: nanos(8 * 24 * 3600 * 1000),
      max_ack_pending: 1000,
      max_deliver: -1,
    })
  return name
}
