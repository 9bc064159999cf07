import { parseExactJson } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { inShard } from '@wp/mongo/subjects'
import type { z } from 'zod'

/** An event definition. The event's subject is its type, unless `subjectByWorkspace` is set. */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly type: Type
  readonly summary: string
  readonly data: Schema
  /**
   * Gives each workspace its own subject, so that `history` reads only its events. Requires events with a workspace.
   */
  readonly subjectByWorkspace?: boolean
  /**
   * Spreads the workspaces over this many groups of subjects. An `ordered` consumer handles the groups in
   * parallel. Requires `subjectByWorkspace`.
   */
  readonly shards?: number
}

/** An event as sent over NATS. `id`, `type`, `time`, `traceparent` and `data` are named as in CloudEvents 1.0. */
export type Envelope<Type extends string = string, Data = unknown> = {
  id: Id
  type: Type
  time: string
  workspaceId: Id | null
  requestId: string | null
  traceparent: string | null
  data: Data
}

/** The envelope of an event; for several events, a union discriminated by `type`. */
export type EnvelopeOf<Event> =
  Event extends EventDefinition<infer Type, infer Schema> ? Envelope<Type, z.output<Schema>> : never

const typePattern = /^wp\.[a-z][a-z-]*\.[a-z][a-z-]*\.[a-z][a-z-]*\.v[1-9][0-9]*$/

/** Declares an event. Throws unless its type has the form `wp.<service>.<entity>.<verb>.v<n>`. */
export const defineEvent = <const Type extends string, Schema extends z.ZodType>(
  event: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> => {
  if (!typePattern.test(event.type))
    throw new Error(`Event type "${event.type}" must have the form wp.<service>.<entity>.<verb>.v<n>`)
  if (event.shards && !event.subjectByWorkspace)
    throw new Error(`Event ${event.type} has shards, so it needs subjectByWorkspace`)
  return Object.freeze(event)
}

/** Returns whether the value has the shape of an event definition. */
export const isEvent = (value: unknown): value is EventDefinition => {
  if (typeof value !== 'object' || value === null) return false
  const { type, summary, data } = value as Partial<EventDefinition>
  return typeof type === 'string' && typePattern.test(type) && summary !== undefined && data !== undefined
}

/** Returns the events that a contract module exports, without duplicates. */
export const eventsOf = (contract: object): EventDefinition[] => [
  ...new Set(Object.values(contract).filter(isEvent)),
]

/**
 * Returns a subject filter that matches all events of this type. With `subjectByWorkspace`, it matches other versions
 * too.
 */
export const subjectFilterOf = ({ type, subjectByWorkspace, shards }: EventDefinition): string => {
  if (shards) return type.replace(/[^.]+\.[^.]+$/, '*.*')
  // The wildcard also matches the type without a workspace, which older versions use as the subject.
  return subjectByWorkspace ? type.replace(/[^.]+$/, '*') : type
}

/** Returns a subject filter for the events of one shard. */
export const shardFilterOf = ({ type }: EventDefinition, shard: number): string =>
  inShard(type, shard).replace(/[^.]+$/, '*')

/** Returns the service that publishes the event. */
export const publisherOf = (type: string): string => type.split('.')[1] ?? ''

/** Returns the envelope in a message, or null when it is not an event. */
export const parseEnvelope = (text: string): Envelope | null => {
  try {
    const envelope = parseExactJson(text) as Partial<Envelope> | null
    return typeof envelope?.id === 'string' && typeof envelope.type === 'string'
      ? (envelope as Envelope)
      : null
  } catch {
    return null
  }
}
