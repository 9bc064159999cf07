import type { Tx } from '@wp/mongo'
import type { Envelope, EnvelopeOf, EventDefinition } from './events.ts'

type Declaration = {
  /** Unique within the service; renaming it makes it start over. */
  readonly name: string
  readonly events: readonly EventDefinition[]
  /** Waits between the five tries; the last one is used for all that follow. */
  readonly retryDelaysMs?: readonly number[]
  /** After this time without an answer an event goes to another replica; 20 s by default. */
  readonly ackWaitMs?: number
}

type Handling<Event = Envelope> = {
  /** Runs in a transaction with the record of the event; what it does elsewhere may happen more than once. */
  handle(event: Event, tx: Tx): Promise<void>
  /**
   * Lets a backlog come in batches, each in one transaction: `true` where `handle` does nothing but write to the service's
   * own database, a function where several at once, oldest first, cost less than one after the other. When a batch fails,
   * its events come to `handle`.
   */
  readonly inBatches?: true | ((events: readonly Event[], tx: Tx) => Promise<void>)
}

type Copying<Event = Envelope> = {
  /** One event or, of a backlog, several, oldest first. Compares versions in the write itself, so that doing it again changes nothing. */
  apply(events: readonly Event[]): Promise<void>
}

/** A declared consumer: durable, once per event in effect, shared by the replicas of its service. */
export type Consumer = Declaration & (Handling | Copying)

/** Whether several events may come at once. */
export const takesBatches = (consumer: Consumer): boolean =>
  'apply' in consumer || consumer.inBatches !== undefined

/** Message header that names the one consumer an event is published again for. */
export const consumerHeader = 'Wp-Consumer'

export const toConsumerName = (service: string, consumer: string): string => `${service}/${consumer}`

/** Declares a consumer that sees the events' own types. */
export const defineConsumer = <const Events extends readonly EventDefinition[]>(
  consumer: Declaration & { events: Events } & Handling<EnvelopeOf<Events[number]>>,
): Declaration & Handling => consumer as Declaration & Handling

/** Declares a consumer that keeps the newest state by its version: it needs neither a transaction nor a record of each event. */
export const defineCopyConsumer = <const Events extends readonly EventDefinition[]>(
  consumer: Declaration & { events: Events } & Copying<EnvelopeOf<Events[number]>>,
): Declaration & Copying => consumer as Declaration & Copying
