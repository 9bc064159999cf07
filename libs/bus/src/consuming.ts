import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger, Metrics } from '@wp/telemetry'
import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import type { JetStreamManager } from 'nats'
import type { Subscription } from './bus.ts'
import { ackWaitOf, takesBatches } from './consumer.ts'
import type { Consumer } from './consumer.ts'
import { createDispatcher } from './dispatcher.ts'
import { publisherOf, shardFilterOf, subjectFilterOf } from './events.ts'
import type { EventDefinition } from './events.ts'
import type { ManagedConnection } from './nats-connection.ts'
import { watchStall } from './stall-watch.ts'
import { streamName } from './stream-names.ts'
import { startReader } from './stream-reader.ts'
import type { Delivery, StreamReader } from './stream-reader.ts'
import { coveringSubject, ensureStream, isNotFound, openManager } from './streams.ts'
import type { StreamOptions } from './streams.ts'
import { whileConnected } from './while-connected.ts'

/** Limits for concurrent calls, events per call, and events to prefetch so that handlers rarely wait for NATS. */
const oneByOne = { concurrent: 16, batchSize: 1, prefetch: 32 }
const inBatches = { concurrent: 4, batchSize: 64, prefetch: 256 }
const heartbeatMs = 10_000
/** How long a shutdown waits for running handlers. The events of slower handlers are redelivered. */
const drainTimeoutMs = 6000

type ConsumingDeps = {
  natsConnection: ManagedConnection
  service: string
  streams: StreamOptions
  consumer: Consumer
  deliver: (deliveries: readonly Delivery[], publisher: string) => Promise<void>
  /** A consumer counts as stalled when it takes none of the waiting events, or a handler is busy, for this long. */
  stalledAfterMs: number
  logger: Logger
  metrics: Metrics
}

/** `isStalled` returns whether no waiting event was taken, or a handler was busy, for too long. */
export type RunningConsumer = Subscription & { isStalled(): boolean }

/**
 * Runs a durable consumer on every stream that has its events, until stopped. Creates missing streams and consumers,
 * even after NATS has lost its data.
 */
export const startConsumer = (deps: ConsumingDeps): RunningConsumer => {
  const publishers = Map.groupBy(deps.consumer.events, ({ type }) => publisherOf(type))
  const subscriptions = [...publishers].flatMap(([publisher, events]) =>
    filtersOf(deps.consumer, events).map((part) => consumeStream({ ...deps, publisher, ...part })),
  )
  return {
    isStalled: () => subscriptions.some((each) => each.isStalled()),
    stop: async () => {
      await Promise.all(subscriptions.map((each) => each.stop()))
    },
  }
}

/** The subjects of one durable consumer; `shard` is null when they are not divided. */
type Part = { subjects: string[]; shard: number | null }

/** Returns one part for each shard of an ordered consumer's events, otherwise one part for all events. */
const filtersOf = ({ ordered }: Consumer, events: readonly EventDefinition[]): Part[] => {
  const shards = (ordered && events[0]?.shards) || 0
  if (shards === 0) return [{ subjects: events.map(subjectFilterOf), shard: null }]
  return Array.from({ length: shards }, (_, shard) => ({
    subjects: events.map((event) => shardFilterOf(event, shard)),
    shard,
  }))
}

type Source = ConsumingDeps & Part & { publisher: string }

const consumeStream = (source: Source): RunningConsumer => {
  const { natsConnection, logger, metrics } = source
  const { shard } = source
  const consumerName = shard === null ? source.consumer.name : `${source.consumer.name}-${shard}`
  const labels = { consumer: consumerName, stream: streamName(source.publisher) }
  const startsTotal = metrics.counter('consumer_starts_total', 'Number of times a consumer started pulling', [
    'consumer',
    'stream',
  ])
  const stalledGauge = metrics.gauge(
    'consumer_stalled',
    '1 while the consumer receives none of the waiting events, or its handlers do not finish',
    ['consumer', 'stream'],
  )
  const pendingGauge = metrics.gauge(
    'consumer_pending',
    'Events that the consumer has not finished, including those that wait for another attempt',
    ['consumer', 'stream'],
  )
  startsTotal.inc(labels, 0)
  stalledGauge.set(labels, 0)
  const stopping = new AbortController()
  const deliver = async (deliveries: readonly Delivery[]): Promise<void> => {
    try {
      await source.deliver(deliveries, source.publisher)
    } catch (error) {
      logger.warn({ err: error, ...labels }, 'failed to acknowledge events; they will be redelivered')
    }
  }
  const limits = takesBatches(source.consumer) ? inBatches : oneByOne
  // A delivery may outlive the pull that received it, so the current pull must be notified when the delivery is done.
  let pull: StreamReader | null = null
  const openDispatcher = () => createDispatcher(deliver, limits, stopping.signal, () => pull?.request())
  let dispatcher = openDispatcher()
  const stall = watchStall(source.stalledAfterMs, (isStalled) => stalledGauge.set(labels, isStalled ? 1 : 0))

  const loop = whileConnected(
    natsConnection,
    async (connection, run) => {
      const manager = await openManager(connection)
      const durable = await ensureConsumer(manager, source)
      // Events pulled now would not be handled, and other replicas would not get them until the ack wait ends.
      if (run.signal.aborted) return
      const current = startReader(connection, {
        stream: labels.stream,
        consumer: durable,
        heartbeatMs,
        capacity: () => (dispatcher.size() <= limits.prefetch / 2 ? limits.prefetch - dispatcher.size() : 0),
        onMessage: (delivery) => {
          stall.onTaken()
          dispatcher.dispatch(delivery)
        },
        onBroken: () => run.abort(),
      })
      pull = current
      startsTotal.inc(labels)
      const stopWatch = stall.start(
        {
          countPending: async () => {
            const { num_pending, num_ack_pending } = await manager.consumers.info(labels.stream, durable)
            if (!stopping.signal.aborted) pendingGauge.set(labels, num_pending + num_ack_pending)
            // Not those that wait for an acknowledgement: another replica may be handling them, or they are retried
            // later. A reader whose retries NATS does not deliver is noticed by its missing heartbeats.
            return num_pending
          },
          busyMs: () => dispatcher.busyMs(),
        },
        () => {
          logger.error(
            { ...labels, held: dispatcher.size() },
            'the consumer is stalled although events are waiting; restarting it',
          )
          // Starts a new dispatcher, so that stuck deliveries do not block new ones. The stuck deliveries are
          // redelivered.
          dispatcher = openDispatcher()
          run.abort()
        },
      )
      await once(run.signal, 'abort')
      stopWatch()
      current.stop()
    },
    (error) => logger.warn({ err: error, ...labels }, 'consumer was interrupted; restarting it'),
  )

  return {
    isStalled: stall.isStalled,
    stop: async () => {
      stopping.abort()
      dispatcher.returnWaiting()
      const finished = Promise.race([dispatcher.drained(), delay(drainTimeoutMs, undefined, { ref: false })])
      await Promise.all([loop.stop(), finished])
      for (const gauge of [stalledGauge, pendingGauge]) gauge.remove(labels)
    },
  }
}

/**
 * Creates the durable consumer if it does not exist. Its name contains a hash of the subjects: a version with other
 * events gets its own consumer, which starts at the beginning of the stream (the inbox drops handled events). This
 * way two versions can run side by side.
 */
const ensureConsumer = async (manager: JetStreamManager, source: Source): Promise<string> => {
  const { publisher, subjects, consumer } = source
  const stream = streamName(publisher)
  await ensureStream(manager, publisher, source.streams)
  const hash = createHash('sha256').update(subjects.toSorted().join()).digest('hex').slice(0, 8)
  const name = `${source.service}_${consumer.name}_${hash}`
  const known = await manager.consumers.info(stream, name).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  const ackWait = nanos(ackWaitOf(consumer))
  if (known && known.config.ack_wait !== ackWait)
    await manager.consumers.update(stream, name, { ack_wait: ackWait })
  if (!known)
    await manager.consumers.add(stream, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ackWait,
      deliver_policy: DeliverPolicy.All,
      filter_subject: coveringSubject(subjects),
      inactive_threshold: nanos(8 * 24 * 3600 * 1000),
      // JetStream delivers the next event only after this one is acknowledged, regardless of the replica that
      // has it.
      max_ack_pending: consumer.ordered ? 1 : 1000,
      max_deliver: -1,
    })
  return name
}
