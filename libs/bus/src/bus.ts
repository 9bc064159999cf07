import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Consumer } from './consumer.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { EnvelopeOf, EventDefinition } from './events.ts'
import type { EventHistory, StreamPosition } from './history.ts'
import type { KeyValue, KeyValueOptions } from './key-value.ts'
import type { Relay } from './relay.ts'

export type BusOptions = {
  /** One or more URLs, separated by commas: `nats://[user:password@]host:port`, `tls://…`. */
  url: string
  service: string
  /** Returns the NATS user's seed. Called for every connection; ignored if the URL contains credentials. */
  seed?: () => string
  /** Required for the outbox relay and for `consume`. */
  db?: Database
  logger: Logger
  metrics: Metrics
  clock: Clock
  /** Number of replicas of a new stream; 1 by default, usually 3 in a NATS cluster. */
  replicas?: number
  /** Maximum size of a new stream in bytes; a full stream rejects messages. Unlimited by default. */
  maxStreamBytes?: number
  /** JetStream's storage of all servers in bytes, for the alert before it is full. */
  maxStoreBytes?: number
  /**
   * A consumer counts as stalled if, for this long, it receives none of the waiting events or a handler keeps
   * running; 30 s by default.
   */
  stalledAfterMs?: number
}

/** A consumer, follower or watch that runs until it is stopped. */
export type Subscription = { stop(): Promise<void> }

export type FollowOptions<Events extends readonly EventDefinition[]> = {
  events: Events
  /** Starts with the stored events since this time. If absent, delivers only new events. */
  startTime?: Date
  /** Starts after this stream sequence. All events must come from one service. */
  startAfter?: number
  handle: (event: EnvelopeOf<Events[number]>, position: StreamPosition) => void | Promise<void>
  /** Called once the backlog has been handled, then after each event and every second while there are no events. */
  onAlive?: () => void
}

export type Bus = {
  /**
   * Starts a durable consumer. Events are delivered at least once, and `handle` applies each of them once. After five
   * failures an event becomes a dead letter.
   */
  consume(consumer: Consumer): Promise<Subscription>
  /** Delivers every event to every replica, in order, once per process. */
  follow<const Events extends readonly EventDefinition[]>(
    options: FollowOptions<Events>,
  ): Promise<Subscription>
  /** Returns the stored events of one type, to be read at the caller's pace. */
  history<Event extends EventDefinition>(event: Event): EventHistory<Event>
  /** Publishes the outbox; runs automatically when the bus has a database. */
  readonly relay: Relay
  readonly deadLetters: DeadLetters
  kv<Value = unknown>(bucket: string, options?: KeyValueOptions): KeyValue<Value>
  /** Publishes a message without storing it, for heartbeats. Messages are dropped while NATS is down. */
  publishCore(subject: string, data: unknown): void
  subscribeCore(subject: string, handle: (data: unknown) => void): Subscription
  isConnected(): boolean
  /**
   * Returns the names of stalled consumers, which receive no events although some are waiting, or do not
   * finish handling them.
   */
  stalledConsumers(): string[]
  close(): Promise<void>
}
