import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Consumer } from './consumer.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { EnvelopeOf, EventDefinition } from './events.ts'
import type { KeyValue } from './key-value.ts'

export type BusOptions = {
  /** One or more addresses, separated by commas. */
  url: string
  service: string
  /** With it the outbox is relayed and `consume` works. */
  db?: Database
  logger: Logger
  metrics: Metrics
  clock: Clock
  /** Copies of each stream; 3 in a NATS cluster. */
  replicas?: number
}

export type Running = { stop(): Promise<void> }

export type FollowOptions<Events extends readonly EventDefinition[]> = {
  events: Events
  /** Replays kept events from here first; left out: only new ones. */
  startTime?: Date
  handle: (event: EnvelopeOf<Events[number]>) => void | Promise<void>
  /** Called when the backlog has been handed over, then every second while the feed is known to be alive. */
  onAlive?: () => void
}

export type Relay = {
  /** Publishes what waits, now. */
  nudge(): void
  /** Resolves when nothing of this process waits, or after `timeoutMs`; true when all is out. */
  flush(timeoutMs: number): Promise<boolean>
}

export type Bus = {
  /** Starts a durable consumer. Events come at least once, effects happen once; after five failures an event goes to the dead letters. */
  consume(consumer: Consumer): Promise<Running>
  /** Hands every event to every replica, in order, each once while the process lives. */
  follow<const Events extends readonly EventDefinition[]>(options: FollowOptions<Events>): Promise<Running>
  readonly relay: Relay
  readonly deadLetters: DeadLetters
  /** Publishes this service's kept events again, from a moment on; consumers that have seen them ignore them. Gives their number. */
  replay(options: { from: Date }): Promise<number>
  kv<Value = unknown>(bucket: string): KeyValue<Value>
  /** Fire and forget, no storage; for heartbeats. Dropped while NATS is away. */
  publishCore(subject: string, data: unknown): void
  subscribeCore(subject: string, handle: (data: unknown) => void): Running
  isConnected(): boolean
  close(): Promise<void>
}

/** Connects to NATS; when it is away the bus opens all the same after 2 s and catches up by itself. */
export const openBus = async (options: BusOptions): Promise<Bus> => {
  throw new Error(`Not yet able to open the bus of ${options.service}`)
}
