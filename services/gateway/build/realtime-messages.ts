import { eventsOf, publicEventsOf } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import { z } from 'zod'

type Part = Record<string, object>

/** The parts of an AsyncAPI document that describe the WebSocket at `/v1/realtime`. */
export type RealtimeMessages = {
  servers: Part
  channels: Part
  operations: Part
  messages: Part
  schemas: Part
}

type PublicChannel = PublicEvent & { channel: string }

const id = { type: 'string', pattern: '^[0-9a-f]{24}$' }
const seq = {
  type: 'integer',
  description: 'The number of the event, which increases within a channel and is the same on every replica',
}
const text = { type: 'string' }

const object = (properties: Record<string, object>, optional: string[] = []): object => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const toJsonSchema = (schema: z.ZodType): object => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return json
}

/** Returns the messages of both directions, with the events of every channel. */
export const realtimeMessages = (contracts: readonly object[]): RealtimeMessages => {
  const channels = contracts
    .flatMap(publicEventsOf)
    .filter((event): event is PublicChannel => event.channel !== null)
    .toSorted((a, b) => (a.channel < b.channel ? -1 : 1))
  const names = ['jobs', 'labs', ...channels.map(({ channel }) => channel)]
  const channel = {
    type: 'string',
    anyOf: [{ enum: names }, { pattern: '^jobs\\..+$' }],
    description: describeChannels(channels),
  }
  const sent = {
    ready: ['The token was accepted', object({ type: { const: 'ready' } })],
    subscribed: ['The subscription is active', object({ type: { const: 'subscribed' }, channel: text, seq })],
    unsubscribed: [
      'The subscription has ended, because the client requested it or a new token does not allow it',
      object({ type: { const: 'unsubscribed' }, channel: text }),
    ],
    event: [
      'A change of a record, progress of a job or a critical lab result',
      object({
        type: { const: 'event' },
        channel: text,
        seq,
        id: { ...id, description: 'The id of the event; the same as in webhooks' },
        at: { type: 'string', format: 'date-time' },
        event: { enum: ['job.progress', 'lab.critical', ...channels.flatMap((each) => each.publicTypes)] },
        data: {
          description: 'The same as `data` of the webhook of this type',
          anyOf: [
            toJsonSchema(findData(contracts, 'wp.storefront.job.progressed.v1').omit({ at: true })),
            toJsonSchema(findData(contracts, 'wp.labs.result.critical.v1')),
            ...channels.map((each) => ({
              $ref: `#/components/schemas/webhook.${each.resource}/properties/data`,
            })),
          ],
        },
      }),
    ],
    snapshot: [
      'Sent when the requested events are no longer stored or more than 10,000. On `jobs`, the job; on other channels null: load the list again',
      object({ type: { const: 'snapshot' }, channel: text, seq, data: { type: ['object', 'null'] } }),
    ],
    pong: ['The answer to a ping', object({ type: { const: 'pong' } })],
    error: [
      'A message could not be handled; with `channel`, a subscription was rejected',
      object({ type: { const: 'error' }, channel: text, error: object({ code: text, message: text }) }, [
        'channel',
      ]),
    ],
  } satisfies Messages
  const received = {
    auth: [
      'Sends a token, if it is not in the subprotocol, or a newer one',
      object({ type: { const: 'auth' }, token: text }),
    ],
    subscribe: [
      'Subscribes to a channel',
      object(
        {
          type: { const: 'subscribe' },
          channel,
          after: {
            type: 'integer',
            minimum: 0,
            description:
              'Starts after this number; 0 replays the last 24 hours. Without it, only new events are sent',
          },
        },
        ['after'],
      ),
    ],
    unsubscribe: ['Ends a subscription', object({ type: { const: 'unsubscribe' }, channel })],
    ping: ['Requests a pong', object({ type: { const: 'ping' } })],
  } satisfies Messages
  return {
    servers: {
      realtime: {
        host: 'platform.example',
        protocol: 'wss',
        description: 'The subprotocols are `wp.v1` and `bearer.<access token or API key>`.',
      },
    },
    channels: {
      realtime: {
        address: '/v1/realtime',
        title: 'WebSocket',
        description: `Live events for members and programs of a workspace. ${describeChannels(channels)}`,
        servers: [{ $ref: '#/servers/realtime' }],
        messages: {
          ...namesOf(sent, (name) => ref('messages', name)),
          ...namesOf(received, (name) => ref('messages', name)),
        },
      },
    },
    operations: {
      sendLiveEvents: operation('send', 'Send events and answers to a client', sent),
      receiveCommands: operation('receive', 'Receive commands from a client', received),
    },
    messages: Object.fromEntries(
      Object.entries({ ...sent, ...received }).map(([name, [summary]]) => [
        nameOf(name),
        {
          name: nameOf(name),
          summary,
          contentType: 'application/json',
          payload: ref('schemas', nameOf(name)),
        },
      ]),
    ),
    schemas: Object.fromEntries(
      Object.entries({ ...sent, ...received }).map(([name, [, schema]]) => [nameOf(name), schema]),
    ),
  }
}

const findData = (contracts: readonly object[], type: string): z.ZodObject => {
  const event = contracts.flatMap(eventsOf).find((each) => each.type === type)
  if (!event) throw new Error(`No service publishes ${type}`)
  return event.data as z.ZodObject
}

type Messages = Record<string, [summary: string, schema: object]>

const nameOf = (name: string): string => `realtime.${name}`

const namesOf = (messages: Messages, toValue: (name: string) => object): Part =>
  Object.fromEntries(Object.keys(messages).map((name) => [nameOf(name), toValue(nameOf(name))]))

const operation = (action: string, summary: string, messages: Messages): object => ({
  action,
  channel: { $ref: '#/channels/realtime' },
  summary,
  messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/realtime/messages/${nameOf(name)}` })),
})

const describeChannels = (channels: readonly PublicChannel[]): string => {
  const rows = [
    ['jobs', 'jobs.view'],
    ['labs', 'labs.view'],
    ...channels.map(({ channel, permission }) => [channel, permission]),
  ]
  const list = rows.map(([name, need]) => `${name} (${need === 'owner' ? 'the owner' : need})`)
  return `Channels and what they require: ${list.join(', ')}; jobs.<id> for one job.`
}
