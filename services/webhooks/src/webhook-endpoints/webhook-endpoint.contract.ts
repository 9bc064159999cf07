import { defineRoute, resource, workspace } from '@wp/http'
import { nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

export const DisabledReason = z.enum(['gone', 'failing', 'backlog'])
export type DisabledReason = z.output<typeof DisabledReason>

export const WebhookEndpoint = resource('WebhookEndpoint', {
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  isActive: z.boolean(),
  disabledAt: Timestamp.nullable().describe('When the platform disabled the endpoint; null otherwise'),
  disabledReason: DisabledReason.nullable().describe(
    '`gone`: it answered 410; `failing`: no delivery succeeded for three days; `backlog`: too many deliveries were waiting',
  ),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** A type, all types of a resource (`order.*`), or all types (`*`). */
export const patternForm = /^(?:\*|[a-z_]+\.(?:\*|[a-z_]+))$/

const EventPattern = z
  .string()
  .max(100)
  .regex(patternForm, { error: 'must be an event type such as order.created, order.* or *' })

export const NewWebhookEndpoint = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an https URL' })
    .max(2048)
    .describe('An https URL with a public address. Development also accepts http on localhost.'),
  events: z
    .array(EventPattern)
    .min(1)
    .max(100)
    .describe('Event types, all types of a resource (`order.*`) or all types (`*`)'),
  description: nonBlank(500).nullable().default(null),
  isActive: z.boolean().default(true),
})
export type NewWebhookEndpoint = z.output<typeof NewWebhookEndpoint>

export const WebhookEndpointChanges = z.object({
  url: NewWebhookEndpoint.shape.url.optional(),
  events: NewWebhookEndpoint.shape.events.optional(),
  description: nonBlank(500).nullable().optional(),
  isActive: z.boolean().optional(),
})
export type WebhookEndpointChanges = z.output<typeof WebhookEndpointChanges>

const OneWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpoint })
const WithSecret = OneWebhookEndpoint.extend({
  secret: z.string().describe('Verifies signatures (`whsec_…`). It is not shown again.'),
})
const path = '/workspace/:workspaceId/webhook-endpoints'
const one = `${path}/:endpointId` as const
const tag = 'Webhook endpoints'

export const listWebhookEndpoints = defineRoute({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path,
  summary: 'List webhook endpoints',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('integrations.view'),
  query: pageQuery,
  replies: { 200: z.object({ webhookEndpoints: z.array(WebhookEndpoint), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createWebhookEndpoint = defineRoute({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Create a webhook endpoint',
  description:
    'Events that happen from now on are sent to the URL as POST requests, signed by the Standard Webhooks rules. You need the view permission of every event type. A workspace can have 20 endpoints.',
  tag,
  access: workspace('integrations.manage'),
  body: NewWebhookEndpoint,
  replies: { 201: WithSecret },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'sealed', // the reply contains the secret
})

export const getWebhookEndpoint = defineRoute({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: one,
  summary: 'Get a webhook endpoint',
  tag,
  access: workspace('integrations.view'),
  replies: { 200: OneWebhookEndpoint },
  fails: [400, 401, 403, 404],
})

export const updateWebhookEndpoint = defineRoute({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: one,
  summary: 'Update a webhook endpoint',
  description:
    'Activating a disabled endpoint clears the reason. Deactivating one ends its pending deliveries as failed; events that happen in the meantime are not sent later.',
  tag,
  access: workspace('integrations.manage'),
  body: WebhookEndpointChanges,
  replies: { 200: OneWebhookEndpoint },
  fails: [400, 401, 403, 404, 422],
})

export const deleteWebhookEndpoint = defineRoute({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: one,
  summary: 'Delete a webhook endpoint',
  tag,
  access: workspace('integrations.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const rotateWebhookSecret = defineRoute({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate-secret`,
  summary: "Replace an endpoint's secret",
  description: 'Deliveries carry the signatures of the new and the previous secret for 24 hours.',
  tag,
  access: workspace('integrations.manage'),
  replies: { 200: WithSecret },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'sealed', // the reply contains the secret
})
