import type { Id } from '@wp/kernel'
import type { z } from 'zod'

/** An event type: its subject on the wire (the type, unless `subjectByWorkspace`), what it means, the schema of its data. */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly type: Type
  readonly summary: string
  readonly data: Schema
  /** Gives each workspace a subject of its own, so that `history` reads no others' events. Such an event has a workspace. */
  readonly subjectByWorkspace?: boolean
}

/** What goes over the wire, in the attribute names of CloudEvents 1.0. */
export type Envelope<Type extends string = string, Data = unknown> = {
  id: Id
  type: Type
  time: string
  workspaceId: Id | null
  requestId: string | null
  traceparent: string | null
  data: Data
}

/** The envelope of an event, or of any of several (told apart by `type`). */
export type EnvelopeOf<Event> =
  Event extends EventDefinition<infer Type, infer Schema> ? Envelope<Type, z.output<Schema>> : never

const typePattern = /^wp\.[a-z][a-z-]*\.[a-z][a-z-]*\.[a-z][a-z-]*\.v[1-9][0-9]*$/

/** Declares an event. Throws unless its type reads `wp.<service>.<entity>.<verb>.v<n>`. */
export const defineEvent = <const Type extends string, Schema extends z.ZodType>(
  event: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> => {
  if (!typePattern.test(event.type))
    throw new Error(`Event type "${event.type}" should read wp.<service>.<entity>.<verb>.v<n>`)
  return Object.freeze(event)
}

/** True for something that `defineEvent` made, so that a service's events are found in its contract module. */
export const isEvent = (value: unknown): value is EventDefinition => {
  if (typeof value !== 'object' || value === null) return false
  const { type, summary, data } = value as Partial<EventDefinition>
  return typeof type === 'string' && typePattern.test(type) && summary !== undefined && data !== undefined
}

/** The events that a contract module exports, each once. */
export const eventsOf = (contract: object): EventDefinition[] => [
  ...new Set(Object.values(contract).filter(isEvent)),
]

/** The subject, with a wildcard where workspaces have their own, that all events of this type are published on. */
export const subjectFilterOf = ({ type, subjectByWorkspace }: EventDefinition): string =>
  // Also those on the bare type, from before subjects named the workspace, and from older replicas.
  subjectByWorkspace ? type.replace(/[^.]+$/, '*') : type

/** The service that publishes the event. */
export const publisherOf = (type: string): string => type.split('.')[1] ?? ''

/** The event that a message holds. Null for something that is none of ours; nobody could do anything with it. */
export const parseEnvelope = (text: string): Envelope | null => {
  try {
    const envelope = JSON.parse(text) as Partial<Envelope> | null
    return typeof envelope?.id === 'string' && typeof envelope.type === 'string'
      ? (envelope as Envelope)
      : null
  } catch {
    return null
  }
}
