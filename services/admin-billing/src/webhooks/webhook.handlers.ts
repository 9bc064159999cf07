import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import type { AdminBilling } from '../service.ts'
import { getWebhook, listWebhooks, receiveWebhook, testWebhook } from './webhook.contract.ts'
import type { Webhook } from './webhook.contract.ts'
import { readBody, shownBody } from './received-body.ts'
import { masked, wordsOf } from './webhook.rules.ts'
import type { StoredWebhook } from './webhook.store.ts'

const received = { success: true, message: 'Recorded' }

type Arrived = { bytes: Uint8Array; headers: IncomingHttpHeaders; ip: string }

const summary = (webhook: StoredWebhook): Omit<Webhook, 'body' | 'rawBody'> => ({
  id: webhook.id,
  method: webhook.method,
  headers: JSON.parse(webhook.headers) as Record<string, string>,
  contentType: webhook.contentType,
  isJson: webhook.isJson,
  encoding: webhook.encoding,
  sizeBytes: webhook.sizeBytes,
  verification: webhook.verification,
  ip: webhook.ip,
  createdAt: iso(webhook.createdAt),
})

export const webhookHandlers = ({ webhooks, verifySignature }: AdminBilling) => {
  const record = async (method: 'GET' | 'POST', { bytes, headers, ip }: Arrived) => {
    const body = readBody(bytes)
    const keptHeaders = JSON.stringify(masked(headers))
    await webhooks.insert({
      ...body,
      method,
      headers: keptHeaders,
      contentType: headers['content-type'] ?? null,
      sizeBytes: bytes.byteLength,
      verification: verifySignature(bytes, headers),
      ip,
      words: wordsOf(`${keptHeaders} ${body.encoding === 'utf8' ? body.rawBody : ''}`),
    })
    return reply(200, received)
  }

  return [
    handle(receiveWebhook, ({ body, headers, ip }) => record('POST', { bytes: body, headers, ip })),

    handle(testWebhook, ({ headers, ip }) => record('GET', { bytes: new Uint8Array(), headers, ip })),

    handle(listWebhooks, async ({ query: { search, ...query } }) => {
      const { items, pagination } = await webhooks.list({ ...query, words: wordsOf(search ?? '') })
      return reply(200, { webhooks: items.map(summary), pagination })
    }),

    handle(getWebhook, async ({ params }) => {
      const webhook = await webhooks.get(params.id)
      const { rawBody } = webhook
      return reply(200, { webhook: { ...summary(webhook), rawBody, body: shownBody(webhook) } })
    }),
  ]
}
