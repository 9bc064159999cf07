import type { Tx } from '@wp/mongo'
import type { Envelope, EnvelopeOf, EventDefinition } from './events.ts'

type Declaration = {
  /** Unique within the service, for events of the same publisher. A renamed consumer starts from the first stored event. */
  readonly name: string
  readonly events: readonly EventDefinition[]
  /** Delays between attempts. The last one is reused for all further attempts. */
  readonly retryDelaysMs?: readonly number[]
  /**
   * An event that is not acknowledged within this time is redelivered, possibly to another replica; 20 s by default.
   */
  readonly ackWaitMs?: number
  /**
   * Handles one event after another, in the order of the stream, across all replicas. A failing event delays
   * the ones behind it. Events with `shards` are ordered within their shard, so also within their workspace.
   */
  readonly ordered?: true
}

type Ignoring<Event = Envelope> = {
  /**
   * Returns true for an event that has no effect in this consumer. It is acknowledged without a database
   * operation. May only depend on the event.
   */
  ignores?(event: Event): boolean
}

type Handling<Event = Envelope> = Ignoring<Event> & {
  /** Runs in the transaction that records the event. Effects outside this database may happen more than once. */
  handle(event: Event, tx: Tx): Promise<void>
  /**
   * Handles a backlog in batches, each in one transaction. Use `true` if `handle` only writes to the
   * service's own database, or a function (oldest event first) if handling several events together is
   * cheaper. When a batch fails, each half is handled separately, down to a single event (`handle`).
   */
  readonly inBatches?: true | ((events: readonly Event[], tx: Tx) => Promise<void>)
}

type Copying<Event = Envelope> = Ignoring<Event> & {
  /** Applies one or several events, oldest first. Must be idempotent: compare versions in the write itself. */
  apply(events: readonly Event[]): Promise<void>
}

/** A durable consumer that is shared by the replicas of its service. */
export type Consumer = Declaration & (Handling | Copying)

/** Returns whether the consumer accepts batches. */
export const takesBatches = (consumer: Consumer): boolean =>
  'apply' in consumer || consumer.inBatches !== undefined

const defaultAckWaitMs = 20_000

/** Returns the consumer's `ackWaitMs`. */
export const ackWaitOf = ({ ackWaitMs = defaultAckWaitMs }: Consumer): number => ackWaitMs

/** Message header that names the only consumer that should handle a redriven event. */
export const consumerHeader = 'Wp-Consumer'

export const toConsumerName = (service: string, consumer: string): string => `${service}/${consumer}`

/** Declares a consumer whose handler is typed by its events. */
export const defineConsumer = <const Events extends readonly EventDefinition[]>(
  consumer: Declaration & { events: Events } & Handling<EnvelopeOf<Events[number]>>,
): Declaration & Handling => consumer as Declaration & Handling

/**
 * Declares a consumer that keeps copies of records up to date. It needs neither a transaction nor an inbox entry per
 * event.
 */
export const defineCopyConsumer = <const Events extends readonly EventDefinition[]>(
  consumer: Declaration & { events: Events } & Copying<EnvelopeOf<Events[number]>>,
): Declaration & Copying => consumer as Declaration & Copying
