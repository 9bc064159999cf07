import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Consumer } from './consumer.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { EnvelopeOf, EventDefinition } from './events.ts'
import type { EventHistory, EventPlace } from './history.ts'
import type { KeyValue, KeyValueOptions } from './key-value.ts'
import type { Relay } from './relay.ts'

export type BusOptions = {
  /** One or more addresses, separated by commas: `nats://[user:password@]host:port`, `tls://…`. */
  url: string
  service: string
  /** The seed of its user in NATS, asked for at every connect; used unless the address names somebody. */
  seed?: () => string
  /** With it the outbox is relayed and `consume` works. */
  db?: Database
  logger: Logger
  metrics: Metrics
  clock: Clock
  /** Copies of each stream; 3 in a NATS cluster. */
  replicas?: number
  /** A consumer whose events wait while it takes none for this long is started over; 30 s by default. */
  stalledAfterMs?: number
}

/** Something that was started on the bus and runs until stopped. */
export type Subscription = { stop(): Promise<void> }

export type FollowOptions<Events extends readonly EventDefinition[]> = {
  events: Events
  /** Replays kept events from here first; left out: only new ones. */
  startTime?: Date
  /** Begins with what follows this number in the stream; for events of one service. */
  startAfter?: number
  handle: (event: EnvelopeOf<Events[number]>, place: EventPlace) => void | Promise<void>
  /** Called when the backlog has been handed over, then every second while the stream is known to be read. */
  onAlive?: () => void
}

export type Bus = {
  /** Starts a durable consumer. Events come at least once, effects happen once; after five failures an event goes to the dead letters. */
  consume(consumer: Consumer): Promise<Subscription>
  /** Hands every event to every replica, in order, each once while the process lives. */
  follow<const Events extends readonly EventDefinition[]>(
    options: FollowOptions<Events>,
  ): Promise<Subscription>
  /** The kept events of one type, to be read at the caller's pace. */
  history<Event extends EventDefinition>(event: Event): EventHistory<Event>
  /** Publishes the outbox; runs from the start when the bus has a database. */
  readonly relay: Relay
  readonly deadLetters: DeadLetters
  kv<Value = unknown>(bucket: string, options?: KeyValueOptions): KeyValue<Value>
  /** Fire and forget, no storage; for heartbeats. Dropped while NATS is away. */
  publishCore(subject: string, data: unknown): void
  subscribeCore(subject: string, handle: (data: unknown) => void): Subscription
  isConnected(): boolean
  /** Names of the consumers whose events wait while they take none. */
  stalledConsumers(): string[]
  close(): Promise<void>
}
