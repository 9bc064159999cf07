import { publicEventsOf } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import { z } from 'zod'
import type { RecordedExamples } from '../src/reference/api-guide.ts'

type Part = Record<string, object>

/** The parts of an AsyncAPI document that describe the requests to webhook endpoints. */
export type WebhookMessages = { channels: Part; operations: Part; messages: Part; schemas: Part }

const id = { type: 'string', pattern: '^[0-9a-f]{24}$' }
const exampleIds = { id: '0f1a2b3c4d5e6f7081920304', workspaceId: '6afb197801648bd76575f069' }

const headers = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { ...id, description: 'The id of the event; the same in every attempt' },
    'webhook-timestamp': { type: 'string', description: 'Unix time of the attempt in seconds' },
    'webhook-signature': {
      type: 'string',
      description:
        'Signatures (`v1,…`) by the Standard Webhooks rules, separated by spaces; one for each active secret',
    },
  },
}

/** Returns messages for all types of public events, each with a recorded record as its example. */
export const webhookMessages = (
  contracts: readonly object[],
  examples: RecordedExamples,
): WebhookMessages => {
  const events = contracts.flatMap(publicEventsOf).toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
  const types = events.flatMap((event) => event.publicTypes.map((type) => ({ type, event })))
  return {
    channels: {
      webhooks: {
        address: null,
        title: 'Webhooks',
        description:
          'POST requests to the webhook endpoints of a workspace. The events of one record arrive in order.',
        messages: Object.fromEntries(types.map(({ type }) => [type, ref('messages', type)])),
      },
    },
    operations: {
      webhooks: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'Send an event to an endpoint',
      },
    },
    messages: Object.fromEntries(types.map(({ type, event }) => [type, toMessage(type, event, examples)])),
    schemas: {
      webhookHeaders: headers,
      ...Object.fromEntries(events.map((event) => [schemaName(event), toSchema(event)])),
    },
  }
}

const schemaName = ({ resource }: PublicEvent): string => `webhook.${resource}`

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const toMessage = (type: string, event: PublicEvent, examples: RecordedExamples) => {
  const record = findExample(event, examples)
  const payload = {
    ...exampleIds,
    type,
    apiVersion: 'v1',
    createdAt: '2027-03-10T09:00:00.000Z',
    data: { [event.field]: record },
  }
  return {
    name: type,
    summary: `Requires ${event.permission === 'owner' ? 'the owner' : `the permission ${event.permission}`}`,
    contentType: 'application/json',
    headers: ref('schemas', 'webhookHeaders'),
    payload: { allOf: [ref('schemas', schemaName(event)), { properties: { type: { const: type } } }] },
    ...(record !== undefined && { examples: [{ payload }] }),
  }
}

const recordOf = ({ data }: PublicEvent) => data.shape.record.unwrap()

const toSchema = (event: PublicEvent): object => {
  const { field, publicTypes } = event
  const { $schema: _, ...record } = z.toJSONSchema(recordOf(event), { io: 'output', unrepresentable: 'any' })
  return {
    type: 'object',
    required: ['id', 'type', 'apiVersion', 'workspaceId', 'createdAt', 'data'],
    properties: {
      id,
      type: { enum: publicTypes },
      apiVersion: { const: 'v1' },
      workspaceId: id,
      createdAt: { type: 'string', format: 'date-time', description: 'When the change happened' },
      data: {
        type: 'object',
        required: [field],
        properties: {
          [field]: record,
          isTruncated: {
            const: true,
            description: `Present when \`${field}\` contains only the id, because the record is large or one of many; get it from the API`,
          },
        },
      },
    },
  }
}

/** Returns a record of the event's resource from the recorded replies. */
const findExample = (event: PublicEvent, examples: RecordedExamples): unknown => {
  const replies = Object.values(examples).flatMap((byStatus) => Object.values(byStatus)) as unknown[]
  for (const record of replies.flatMap((reply) => candidatesIn(reply, event.field))) {
    const { success, data } = recordOf(event).safeParse({ ...exampleKeys, ...record })
    if (success) return data
  }
  return undefined
}

/** Keys that public records have in addition to those of replies. */
const exampleKeys = { id: exampleIds.workspaceId, testId: exampleIds.workspaceId }

/** Returns the records in a reply: `{ client }` or `{ clients: [] }`. */
const candidatesIn = (reply: unknown, field: string): object[] =>
  Object.entries((reply ?? {}) as Record<string, unknown>)
    .filter(([name]) => name === field || name === `${field}s`)
    .flatMap(([, value]) => value as object | object[])
    .filter((record) => typeof record === 'object' && record !== null)
