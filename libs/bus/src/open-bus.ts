import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { NatsConnection } from 'nats'
import type { Bus, BusOptions, FollowOptions, Subscription } from './bus.ts'
import { startConsumer } from './consuming.ts'
import type { RunningConsumer } from './consuming.ts'
import { openDeadLetters, writeDeadLetter } from './dead-letters.ts'
import { createDeliveryHandler } from './delivery.ts'
import type { EventDefinition } from './events.ts'
import { startFollower } from './follower.ts'
import { openFetchLimit, openHistory } from './history.ts'
import { openKeyValue } from './key-value.ts'
import { openNatsConnection } from './nats-connection.ts'
import { startRelay } from './relay.ts'
import { deadLetterStream, streamName } from './stream-names.ts'
import { measureStreams } from './stream-sizes.ts'
import { ensureDeadLetters, ensureStream, openManager } from './streams.ts'

const connectTimeoutMs = 2000
const flushTimeoutMs = 2000
const defaultStalledAfterMs = 30_000

/** Connects to NATS. If NATS is down, the bus opens after 2 s anyway and connects later. */
export const openBus = async (options: BusOptions): Promise<Bus> => {
  const { service, db, logger, metrics } = options
  const streams = { replicas: options.replicas ?? 1, maxBytes: options.maxStreamBytes }
  const natsConnection = openNatsConnection({
    url: options.url,
    service,
    logger,
    metrics,
    ...(options.seed && { seed: options.seed }),
  })
  const subscriptions = new Set<Subscription>()
  /** Several consumers can have the same name if they read different streams. */
  const consumers = new Map<RunningConsumer, string>()
  const limited = openFetchLimit()

  const connection = (): NatsConnection => {
    const connected = natsConnection.current()
    if (!connected)
      throw new AppError('UNAVAILABLE', 'The message bus is unavailable; try again', {
        retryAfterSeconds: 1,
      })
    return connected
  }
  const register = (subscription: Subscription): Subscription => {
    const registered: Subscription = {
      stop: async () => {
        subscriptions.delete(registered)
        await subscription.stop()
      },
    }
    subscriptions.add(registered)
    return registered
  }

  const sizes = measureStreams({
    natsConnection,
    streams: [streamName(service), deadLetterStream],
    maxStoreBytes: options.maxStoreBytes,
    metrics,
  })
  /** Creation time of the stream for published events, or null until it is known for this connection. */
  let stream: string | null = null
  /** Any service may recreate a lost stream, so only the outbox shows whether events are missing. */
  const ensureStreams = async (): Promise<void> => {
    const manager = await openManager(connection())
    const { createdAt, lastSequence, maxBytes } = await ensureStream(manager, service, streams)
    await ensureDeadLetters(manager, streams)
    if (streams.maxBytes !== undefined) warnOfOtherLimit(maxBytes, streams.maxBytes)
    const missing = await db?.outbox.requeueMissing({ stream: createdAt, sequence: lastSequence })
    if (missing) logger.warn({ count: missing }, 'the stream lost events; republishing them')
    sizes.measure()
    stream = createdAt
    relay?.nudge()
  }
  let hasWarned = false
  const warnOfOtherLimit = (actual: number, wanted: number): void => {
    if (actual === wanted || hasWarned) return
    hasWarned = true
    logger.warn(
      { stream: streamName(service), maxBytes: actual, wanted },
      "the stream's size limit differs from NATS_STREAM_MB; change it with npm run wp -- nats streams",
    )
  }
  const ensureStreamsWithRetries = async (): Promise<void> => {
    while (natsConnection.current()) {
      try {
        return await ensureStreams()
      } catch (error) {
        logger.warn({ err: error }, 'failed to create the streams; will retry')
        await delay(250)
      }
    }
  }
  let ensuring: Promise<void> = Promise.resolve()
  natsConnection.onConnect(() => {
    stream = null
    ensuring = ensureStreamsWithRetries()
  })

  const relay = db
    ? startRelay({ natsConnection, db, logger, metrics, stream: () => stream, repair: ensureStreams })
    : null
  await Promise.race([natsConnection.connected, delay(connectTimeoutMs, undefined, { ref: false })])

  return {
    consume: async (consumer) => {
      const deliver = createDeliveryHandler(consumer, {
        service,
        db: requireDatabase(db),
        logger,
        metrics,
        now: () => options.clock.now(),
        writeDeadLetter: (letter, sequence) => writeDeadLetter(connection(), letter, sequence, streams),
      })
      const { stalledAfterMs = defaultStalledAfterMs } = options
      const running = startConsumer({
        natsConnection,
        service,
        streams,
        consumer,
        deliver,
        stalledAfterMs,
        logger,
        metrics,
      })
      consumers.set(running, consumer.name)
      return register({
        stop: async () => {
          consumers.delete(running)
          await running.stop()
        },
      })
    },
    follow: async (followOptions) =>
      register(
        startFollower(
          { natsConnection, streams, logger },
          followOptions as unknown as FollowOptions<readonly EventDefinition[]>,
        ),
      ),
    history: (event) => openHistory(connection, streams, limited, event),
    relay: relay ?? { nudge: () => undefined, flush: () => Promise.resolve(true) },
    deadLetters: openDeadLetters(connection, streams),
    kv: (bucket, keyValueOptions = {}) =>
      openKeyValue({ natsConnection, connection, streams, logger, register }, bucket, keyValueOptions),
    publishCore: (subject, data) => {
      natsConnection.current()?.publish(subject, JSON.stringify(data))
    },
    subscribeCore: (subject, handle) => {
      let isStopped = false
      let unsubscribe: () => void = () => undefined
      natsConnection.connected
        .then((connected) => {
          if (isStopped) return
          const subscription = connected.subscribe(subject, {
            callback: (error, message) => {
              if (!error) handle(message.json())
            },
          })
          unsubscribe = () => subscription.unsubscribe()
        })
        .catch(() => undefined)
      return register({
        stop: () => {
          isStopped = true
          unsubscribe()
          return Promise.resolve()
        },
      })
    },
    isConnected: () => natsConnection.current() !== null,
    stalledConsumers: () => [
      ...new Set([...consumers].flatMap(([each, name]) => (each.isStalled() ? [name] : []))),
    ],
    close: async () => {
      await Promise.all([...subscriptions].map((each) => each.stop()))
      if (relay) {
        if (natsConnection.current()) await relay.flush(flushTimeoutMs)
        await relay.stop()
      }
      await natsConnection.close()
      await ensuring
    },
  }
}

const requireDatabase = (db: Database | undefined): Database => {
  if (!db) throw new Error('A bus without a database cannot consume events')
  return db
}
