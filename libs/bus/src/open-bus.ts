import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { NatsConnection } from 'nats'
import type { Bus, BusOptions, FollowOptions, Running } from './bus.ts'
import { startConsuming } from './consuming.ts'
import { deadLettersOn, writeDeadLetter } from './dead-letters.ts'
import { deliverTo } from './delivery.ts'
import type { EventDefinition } from './events.ts'
import { startFollowing } from './following.ts'
import { keyValueOn } from './key-value.ts'
import { openLink } from './link.ts'
import { publishInOrder } from './publishing.ts'
import { startRelay } from './relay.ts'
import { ensureDeadLetters, ensureStream, managerOf } from './streams.ts'

const firstWaitMs = 2000
const keptMs = 7 * 24 * 3600 * 1000
const flushMs = 2000
const replayBatch = 500

/** Connects to NATS; when it is away the bus opens all the same after 2 s and catches up by itself. */
export const openBus = async (options: BusOptions): Promise<Bus> => {
  const { service, db, logger, metrics, replicas = 1 } = options
  const link = openLink(options.url, service, logger)
  const running = new Set<Running>()

  const connection = (): NatsConnection => {
    const up = link.current()
    if (!up)
      throw new AppError('UNAVAILABLE', 'NATS is away at the moment; try again shortly', {
        retryAfterSeconds: 1,
      })
    return up
  }
  const register = (started: Running): Running => {
    const registered: Running = {
      stop: async () => {
        running.delete(registered)
        await started.stop()
      },
    }
    running.add(registered)
    return registered
  }

  const replay = async ({ from }: { from: Date }): Promise<number> => {
    const outbox = databaseOf(db).outbox
    let count = 0
    for await (const batch of inBatches(outbox.kept(from), replayBatch)) {
      const { ids, failure } = await publishInOrder(connection(), batch)
      count += ids.length
      if (failure !== undefined) throw failure
    }
    return count
  }

  /** A stream that had to be made has lost what it held (or is the first): the kept events go out again. */
  const makeStreams = async (): Promise<void> => {
    const manager = await managerOf(connection())
    const { isNew } = await ensureStream(manager, service, replicas)
    await ensureDeadLetters(manager, replicas)
    if (!isNew || !db) return
    const count = await replay({ from: new Date(Date.now() - keptMs) })
    if (count > 0) logger.warn({ count }, 'the stream was gone; published the kept events again')
  }
  const untilMade = async (): Promise<void> => {
    while (link.current()) {
      try {
        return await makeStreams()
      } catch (error) {
        logger.warn({ err: error }, 'making the streams failed; trying again')
        await delay(250)
      }
    }
  }
  link.onUp(() => void untilMade())

  const relay = db ? startRelay({ link, db, logger, metrics, repair: makeStreams }) : null
  await Promise.race([link.connected, delay(firstWaitMs, undefined, { ref: false })])

  return {
    consume: async (consumer) => {
      const deliver = deliverTo(consumer, {
        service,
        db: databaseOf(db),
        logger,
        metrics,
        now: () => options.clock.now(),
        setAside: (letter, sequence) => writeDeadLetter(connection(), letter, sequence, replicas),
      })
      return register(startConsuming({ link, service, replicas, consumer, deliver, logger }))
    },
    follow: async (what) =>
      register(
        startFollowing(
          { link, replicas, logger },
          what as unknown as FollowOptions<readonly EventDefinition[]>,
        ),
      ),
    relay: relay ?? { nudge: () => undefined, flush: () => Promise.resolve(true) },
    deadLetters: deadLettersOn(connection, replicas),
    replay,
    kv: (bucket) => keyValueOn({ link, connection, replicas, logger, register }, bucket),
    publishCore: (subject, data) => {
      link.current()?.publish(subject, JSON.stringify(data))
    },
    subscribeCore: (subject, handle) => {
      let isStopped = false
      let end: () => void = () => undefined
      link.connected
        .then((up) => {
          if (isStopped) return
          const subscription = up.subscribe(subject, {
            callback: (error, message) => {
              if (!error) handle(message.json())
            },
          })
          end = () => subscription.unsubscribe()
        })
        .catch(() => undefined)
      return register({
        stop: () => {
          isStopped = true
          end()
          return Promise.resolve()
        },
      })
    },
    isConnected: () => link.current() !== null,
    close: async () => {
      await Promise.all([...running].map((each) => each.stop()))
      if (relay) {
        if (link.current()) await relay.flush(flushMs)
        await relay.stop()
      }
      await link.close()
    },
  }
}

const databaseOf = (db: Database | undefined): Database => {
  if (!db) throw new Error('This bus was opened without a database; it cannot consume or replay')
  return db
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncIterable<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
