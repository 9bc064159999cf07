import { publicEventsOf } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import { z } from 'zod'
import type { RecordedExamples } from '../src/reference/api-guide.ts'
import { describeNeed, recordOf, toExample } from './webhook-examples.ts'

type Part = Record<string, object>

/** The parts of an AsyncAPI document that describe the requests to webhook endpoints. */
export type WebhookMessages = { channels: Part; operations: Part; messages: Part; schemas: Part }

const id = { type: 'string', pattern: '^[0-9a-f]{24}$' }

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
  const payload = toExample(type, event, examples)
  return {
    name: type,
    summary: describeNeed(event),
    contentType: 'application/json',
    headers: ref('schemas', 'webhookHeaders'),
    payload: { allOf: [ref('schemas', schemaName(event)), { properties: { type: { const: type } } }] },
    ...(payload && { examples: [{ payload }] }),
  }
}

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
