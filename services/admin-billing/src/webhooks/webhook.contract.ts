import { admin, defineRoute, open, withDateRange } from '@wp/http'
import { DateOrTimestamp, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

/** `no-secret`: the request is signed, but no secret is configured to verify it. */
export const Verification = z.enum(['unsigned', 'verified', 'failed', 'no-secret'])
export type Verification = z.output<typeof Verification>

export const Webhook = z
  .object({
    id: IdString,
    method: z.enum(['GET', 'POST']),
    headers: z.record(z.string(), z.string()).describe('Values that may contain secrets are masked'),
    contentType: z.string().nullable(),
    isJson: z.boolean(),
    body: z.unknown().describe('The parsed JSON, or the text when it is not JSON or is nested too deeply'),
    rawBody: z.string().describe('The body as received; base64 when it is not UTF-8 text'),
    encoding: z.enum(['utf8', 'base64']),
    sizeBytes: z.int(),
    verification: Verification,
    ip: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

/** A webhook in a list, without its body, which may be large. */
export const WebhookSummary = Webhook.omit({ body: true, rawBody: true }).meta({ id: 'WebhookSummary' })

const Received = z.object({ success: z.boolean(), message: z.string() })
const tag = 'Webhooks'
const access = admin('businesses.manage')

export const receiveWebhook = defineRoute({
  id: 'receiveWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Send a webhook',
  description: 'Accepts any body and stores it for diagnostics before responding.',
  tag,
  access: open(),
  rawBody: true,
  rate: 'webhook',
  replies: { 200: Received },
  fails: [],
})

export const testWebhook = defineRoute({
  id: 'testWebhook',
  method: 'GET',
  path: '/webhooks',
  summary: 'Send a test webhook',
  description: 'Stores the request headers, as POST does.',
  tag,
  access: open(),
  rate: 'webhook',
  replies: { 200: Received },
  fails: [],
})

export const listWebhooks = defineRoute({
  id: 'listWebhooks',
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'List webhooks',
  description:
    'Webhooks from the last 30 days, newest first. Search matches the beginning of words in the body and headers.',
  tag,
  access,
  query: withDateRange(
    pageQuery.extend({
      search: nonBlank(200).optional(),
      method: z.enum(['GET', 'POST']).optional(),
      verification: Verification.optional(),
      from: DateOrTimestamp.optional(),
      to: DateOrTimestamp.optional(),
    }),
    'instant',
  ),
  replies: { 200: z.object({ webhooks: z.array(WebhookSummary), pagination: Pagination }) },
  fails: [400, 401, 403, 422],
})

export const getWebhook = defineRoute({
  id: 'getWebhook',
  method: 'GET',
  path: '/admin/webhooks/:id',
  summary: 'Get a webhook',
  description: 'Includes the body.',
  tag,
  access,
  replies: { 200: z.object({ webhook: Webhook }) },
  fails: [400, 401, 403, 404],
})
