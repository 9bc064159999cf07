import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { keyedMutex, semaphore } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager } from 'nats'
import type { Subscription } from './bus.ts'
import type { Consumer } from './consumer.ts'
import { publisherOf } from './events.ts'
import type { ManagedConnection } from './nats-connection.ts'
import { startPullConsumer } from './pull-consumer.ts'
import type { Delivery } from './pull-consumer.ts'
import { coveringSubject, ensureStream, isNotFound, openManager, streamName } from './streams.ts'
import { whileConnected } from './while-connected.ts'

const maxConcurrent = 16
const prefetch = 32
const defaultAckWaitMs = 20_000
/** What has begun may take this long to end; afterwards it counts as a crash, and the event comes again. */
const finishMs = 6000
/** Long enough that it does not come straight back to the replica that stops. */
const returnDelayMs = 100

type ConsumingDeps = {
  natsConnection: ManagedConnection
  service: string
  replicas: number
  consumer: Consumer
  deliver: (delivery: Delivery) => Promise<void>
  logger: Logger
}

/** Runs a durable consumer on every stream its events come from, until stopped; makes what is missing, also after NATS lost its data. */
export const startConsumer = (deps: ConsumingDeps): Subscription => {
  const publishers = Map.groupBy(deps.consumer.events, ({ type }) => publisherOf(type))
  const subscriptions = [...publishers].map(([publisher, events]) =>
    consumeStream({ ...deps, publisher, types: events.map(({ type }) => type) }),
  )
  return {
    stop: async () => {
      await Promise.all(subscriptions.map((each) => each.stop()))
    },
  }
}

type Source = ConsumingDeps & { publisher: string; types: string[] }

const consumeStream = (source: Source): Subscription => {
  const { natsConnection, logger } = source
  const stopping = new AbortController()
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
  const dispatcher = createDispatcher(deliver, stopping.signal)

  const loop = whileConnected(
    natsConnection,
    async (connection, run) => {
      const durable = await ensureConsumer(await openManager(connection), source)
      // What is pulled and not handled here would be out of everybody's reach until its time runs out.
      if (run.signal.aborted) return
      const pull = startPullConsumer(connection, {
        stream: streamName(source.publisher),
        durable,
        capacity: () => (dispatcher.size() <= maxConcurrent ? prefetch - dispatcher.size() : 0),
        onDelivery: (delivery) => dispatcher.dispatch(delivery, () => pull.request()),
        onBroken: () => run.abort(),
      })
      await once(run.signal, 'abort')
      pull.stop()
    },
    (error) =>
      logger.warn(
        { err: error, consumer: source.consumer.name },
        'consuming was interrupted; taking it up again',
      ),
  )

  return {
    stop: async () => {
      stopping.abort()
      const finished = Promise.race([dispatcher.whenIdle(), delay(finishMs, undefined, { ref: false })])
      await Promise.all([loop.stop(), finished])
    },
  }
}

/**
 * Handles several deliveries at a time, but those of one workspace one after the other, in their order. Once `signal` is
 * aborted nothing new begins: what is here already goes back to the server at once instead of waiting for its time to run
 * out.
 */
const createDispatcher = (deliver: (delivery: Delivery) => Promise<void>, signal: AbortSignal) => {
  const pending = new Set<Promise<void>>()
  const inOrder = keyedMutex()
  const limited = semaphore(maxConcurrent)
  const handle = async (delivery: Delivery): Promise<void> => {
    if (signal.aborted) delivery.nak(returnDelayMs)
    else await deliver(delivery)
  }
  return {
    size: () => pending.size,
    dispatch: (delivery: Delivery, onDone: () => void): void => {
      const done = inOrder(workspaceOf(delivery), () => limited(() => handle(delivery)))
      pending.add(done)
      void done.finally(() => {
        pending.delete(done)
        onDone()
      })
    },
    whenIdle: async (): Promise<void> => {
      await Promise.all(pending)
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
  const stream = streamName(publisher)
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
