import { defineRoute, withDateRange, workspace } from '@wp/http'
import { DateOrTimestamp, IdString, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { NewWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.contract.ts'

export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed'])
export type DeliveryStatus = z.output<typeof DeliveryStatus>

const Attempt = z.object({
  at: Timestamp,
  requestUrl: z.string().nullable().describe('Null when nothing was sent'),
  requestHeaders: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The headers without `webhook-signature`; null when nothing was sent'),
  responseStatus: z.int().nullable().describe('Null when the endpoint did not respond'),
  responseBody: z.string().nullable().describe('The first 4 KiB of the response'),
  durationMs: z.int(),
  error: z.string().nullable().describe('Why there was no response'),
})

export const Delivery = z
  .object({
    id: IdString,
    eventId: IdString.describe('Equals the header `webhook-id`'),
    eventType: z.string(),
    status: DeliveryStatus,
    requestBody: z
      .string()
      .nullable()
      .describe(
        'The first 4,096 characters of the body, which is the same in every attempt. Null for callers who may not view such records.',
      ),
    attempts: z.array(Attempt).describe('The last 30 attempts, oldest first'),
    nextAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.output<typeof Delivery>

const endpoint = '/workspace/:workspaceId/webhook-endpoints/:endpointId'
const path = `${endpoint}/deliveries` as const
const tag = 'Webhook endpoints'
const OneDelivery = z.object({ delivery: Delivery })

export const listDeliveries = defineRoute({
  id: 'listDeliveries',
  method: 'GET',
  path,
  summary: 'List deliveries to an endpoint',
  description:
    "Sorted by creation time, newest first. `from` and `to` given as days mean days in the workspace's time zone. Deliveries are kept for 30 days.",
  tag,
  access: workspace('integrations.view'),
  query: withDateRange(
    pageQuery.extend({
      status: DeliveryStatus.optional(),
      eventType: z.string().max(100).optional(),
      from: DateOrTimestamp.optional().describe('Created at this time or later'),
      to: DateOrTimestamp.optional().describe('Created at or before this time, or on or before this day'),
    }),
    'local instant',
  ),
  replies: { 200: z.object({ deliveries: z.array(Delivery), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const redeliver = defineRoute({
  id: 'redeliver',
  method: 'POST',
  path: `${path}/:deliveryId/redeliver`,
  summary: 'Send a delivery again',
  description:
    'Sends the event again with the same id. The endpoint must be active. A pending delivery is sent now.',
  tag,
  access: workspace('integrations.manage'),
  replies: { 202: OneDelivery },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'transaction',
  rate: 'redelivery',
})

const Range = z.object({
  from: Timestamp,
  to: Timestamp,
  events: NewWebhookEndpoint.shape.events.optional().describe('Only these event types'),
})

export const redeliverRange = defineRoute({
  id: 'redeliverRange',
  method: 'POST',
  path: `${endpoint}/redeliver`,
  summary: 'Send the deliveries of a period again',
  description:
    'Repeats deliveries that succeeded or failed and were created from `from` to `to`, both inclusive; at most 10,000. The endpoint must be active.',
  tag,
  access: workspace('integrations.manage'),
  body: Range.refine(({ from, to }) => from <= to, { path: ['from'], error: 'must not be after to' }),
  replies: { 202: z.object({ count: z.int() }) },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'transaction',
  rate: 'redelivery',
})

export const testWebhookEndpoint = defineRoute({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: `${endpoint}/test`,
  summary: 'Send a test event',
  description: 'Sends `endpoint.test` once, without retries. The endpoint must be active.',
  tag,
  access: workspace('integrations.manage'),
  replies: { 202: OneDelivery },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'transaction',
  rate: 'redelivery',
})
