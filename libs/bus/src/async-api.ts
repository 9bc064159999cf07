import { inShard, subjectOf } from '@wp/mongo/subjects'
import { z } from 'zod'
import type { EventDefinition } from './events.ts'

const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })

export type AsyncApi = {
  asyncapi: string
  info: object
  defaultContentType: string
  channels: object
  operations: object
  components: { messages: object; schemas: object }
}

/** Returns the AsyncAPI 3.0 document for the events that a service publishes. */
export const toAsyncApi = (
  events: readonly EventDefinition[],
  info: { title: string; version: string; description?: string },
): AsyncApi => {
  const sorted = events.toSorted((a, b) => (a.type < b.type ? -1 : 1))
  const named = (make: (event: EventDefinition) => object): object =>
    Object.fromEntries(sorted.map((event) => [event.type, make(event)]))
  return {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    channels: named((event) => ({
      address: event.shards
        ? `${inShard(event.type, '{shard}')}-{workspaceId}`
        : subjectOf(event, '{workspaceId}'),
      ...(event.subjectByWorkspace && {
        parameters: {
          ...(event.shards && { shard: { description: "The workspace's shard" } }),
          workspaceId: { description: "The event's workspace" },
        },
      }),
      messages: { [event.type]: { $ref: `#/components/messages/${event.type}` } },
    })),
    operations: named((event) => ({
      action: 'send',
      channel: { $ref: `#/channels/${event.type}` },
      summary: event.summary,
    })),
    components: {
      messages: named((event) => ({
        name: event.type,
        summary: event.summary,
        contentType: 'application/json',
        payload: { $ref: `#/components/schemas/${event.type}` },
      })),
      schemas: named((event) => ({
        type: 'object',
        required: ['id', 'type', 'time', 'workspaceId', 'requestId', 'traceparent', 'data'],
        properties: {
          id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
          type: { const: event.type },
          time: { type: 'string', format: 'date-time' },
          workspaceId: nullable({ type: 'string', pattern: '^[0-9a-f]{24}$' }),
          requestId: nullable({ type: 'string' }),
          traceparent: nullable({ type: 'string' }),
          data: dataSchema(event),
        },
      })),
    },
  }
}

const dataSchema = (event: EventDefinition): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(event.data, { io: 'output', unrepresentable: 'any' })
  return schema
}
