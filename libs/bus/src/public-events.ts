import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { defineEvent } from './events.ts'
import type { EventDefinition } from './events.ts'

/** How many ordered consumers share the public events of a service. Changing it reorders events for a moment. */
const shards = 4

type Declaration<Resource extends string, Verb extends string, Schema extends z.ZodType> = {
  service: string
  /** The first part of the types: `client` for `client.created`. */
  resource: Resource
  /** The name of the record in the API, if it differs from `resource`: `test` for `lab_test`. */
  field?: string
  /**
   * The WebSocket channel of these events, if it is not `resource` with an s; null when realtime relays the changes in
   * another form.
   */
  channel?: string | null
  verbs: readonly [Verb, ...Verb[]]
  /** The permission to list such records, or `owner`. */
  permission: string
  /** The record as the API returns it. */
  record: Schema
}

type PublicData<Type extends string = string, Schema extends z.ZodType = z.ZodType> = z.ZodObject<{
  type: z.ZodType<Type>
  recordId: z.ZodString
  record: z.ZodNullable<Schema>
}>

/** The changes of one resource that workspaces may receive by webhook and WebSocket. */
export type PublicEvent<
  Resource extends string = string,
  Verb extends string = string,
  Schema extends z.ZodType = z.ZodType,
> = EventDefinition<string, PublicData<`${Resource}.${Verb}`, Schema>> & {
  readonly resource: Resource
  readonly field: string
  readonly channel: string | null
  readonly permission: string
  readonly publicTypes: readonly `${Resource}.${Verb}`[]
}

/** Declares the public events of a resource. Their data is the record as the API returns it. */
export const definePublicEvent = <
  const Resource extends string,
  const Verb extends string,
  Schema extends z.ZodType<{ id: string }>,
>({
  service,
  resource,
  field = resource,
  channel = `${resource}s`,
  verbs,
  permission,
  record,
}: Declaration<Resource, Verb, Schema>): PublicEvent<Resource, Verb, Schema> => {
  const publicTypes = verbs.map((verb) => `${resource}.${verb}` as const)
  const event = defineEvent({
    type: `wp.${service}.${resource.replaceAll('_', '-')}.published.v1`,
    summary: `${publicTypes.join(', ')}: a change for webhooks and WebSockets, with the record as the API returns it`,
    data: z.object({
      type: z.enum(publicTypes as [string, ...string[]]),
      recordId: IdString,
      record: record.nullable().describe('Null when the record is too large'),
    }),
    subjectByWorkspace: true,
    shards,
  })
  return { ...event, resource, field, channel, permission, publicTypes } as unknown as PublicEvent<
    Resource,
    Verb,
    Schema
  >
}

/**
 * Publishes a change of a record, given as the API returns it. Call it in the transaction of the change. The
 * event has only the id of the record if it is larger than 128 KiB, or if the transaction's events exceed 512
 * KiB in total.
 */
export const publishPublicEvent = <Resource extends string, Verb extends string, Schema extends z.ZodType>(
  tx: Tx,
  event: PublicEvent<Resource, Verb, Schema>,
  verb: NoInfer<Verb>,
  workspaceId: Id,
  record: z.input<Schema> & { id: Id },
): void => {
  const change = { type: `${event.resource}.${verb}`, recordId: record.id }
  tx.publish(event as EventDefinition, {
    workspaceId,
    data: { ...change, record },
    shortData: { ...change, record: null },
    // Not the aggregate of internal events, so that the relay does not send the two one after the other.
    aggregate: `published:${event.resource}:${record.id}`,
  })
}

/** Returns `data` as workspaces receive it: the record under its name in the API, or only its id and `isTruncated`. */
export const toPublicData = (
  { field }: Pick<PublicEvent, 'field'>,
  { recordId, record }: { recordId: Id; record: unknown },
): object => (record === null ? { [field]: { id: recordId }, isTruncated: true } : { [field]: record })

/**
 * What other services need to know about a public event to relay it; part of the manifest of the service that
 * owns it.
 */
export type PublicEventDeclaration = Pick<
  PublicEvent,
  'type' | 'resource' | 'field' | 'channel' | 'permission'
> & { publicTypes: string[]; shards: number }

/** Returns the manifest entry of a public event. */
export const toPublicEventDeclaration = ({
  type,
  resource,
  field,
  channel,
  permission,
  publicTypes,
  shards: count = shards,
}: PublicEvent): PublicEventDeclaration => ({
  type,
  resource,
  field,
  channel,
  permission,
  publicTypes: [...publicTypes],
  shards: count,
})

/** Returns a public event of another service. It accepts every record, because the service that owns it has checked it. */
export const fromPublicEventDeclaration = ({
  type,
  shards: count,
  ...declared
}: PublicEventDeclaration): PublicEvent => {
  const event = defineEvent({
    type,
    summary: `${declared.publicTypes.join(', ')}: a change for webhooks and WebSockets`,
    data: z.object({
      type: z.string(),
      recordId: IdString,
      record: z.record(z.string(), z.unknown()).nullable(),
    }),
    subjectByWorkspace: true,
    shards: count,
  })
  return { ...event, ...declared } as unknown as PublicEvent
}

/** Returns the public events that a contract module exports. */
export const publicEventsOf = (contract: object): PublicEvent[] =>
  Object.values(contract).filter(
    (value): value is PublicEvent => typeof value === 'object' && value !== null && 'publicTypes' in value,
  )
