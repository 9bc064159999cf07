import type { Tx } from '@wp/mongo'
import type { Envelope, EnvelopeOf, EventDefinition } from './events.ts'

/** A declared consumer: durable, once per event in effect, shared by the replicas of its service. */
export type Consumer = {
  /** Unique within the service; renaming it makes it start over. */
  readonly name: string
  readonly events: readonly EventDefinition[]
  /** Runs in a transaction with the record of the event; what it does elsewhere may happen more than once. */
  handle(event: Envelope, tx: Tx): Promise<void>
  /**
   * Lets a backlog come in batches, each in one transaction: `true` where `handle` does nothing but write to the service's
   * own database, a function where several at once, oldest first, cost less than one after the other. When a batch fails,
   * its events come to `handle`.
   */
  readonly inBatches?: true | ((events: readonly Envelope[], tx: Tx) => Promise<void>)
  /** Waits between the five tries; the last one is used for all that follow. */
  readonly retryDelaysMs?: readonly number[]
  /** After this time without an answer an event goes to another replica; 20 s by default. */
  readonly ackWaitMs?: number
}

/** Message header that names the one consumer an event is published again for. */
export const consumerHeader = 'Wp-Consumer'

export const toConsumerName = (service: string, consumer: string): string => `${service}/${consumer}`

/** Declares a consumer whose `handle` sees the events' own types. */
export const defineConsumer = <const Events extends readonly EventDefinition[]>(consumer: {
  name: string
  events: Events
  handle: (event: EnvelopeOf<Events[number]>, tx: Tx) => Promise<void>
  inBatches?: true | ((events: readonly EnvelopeOf<Events[number]>[], tx: Tx) => Promise<void>)
  retryDelaysMs?: readonly number[]
  ackWaitMs?: number
}): Consumer => consumer as Consumer
