import { iso } from '@wp/kernel'
import { toBodyValue } from './webhook-body.rules.ts'
import type { Webhook } from './webhook.contract.ts'
import type { StoredWebhook } from './webhook.store.ts'

export const toWebhookSummary = (stored: StoredWebhook): Omit<Webhook, 'body' | 'rawBody'> => ({
  id: stored.id,
  method: stored.method,
  headers: JSON.parse(stored.headers) as Record<string, string>,
  contentType: stored.contentType,
  isJson: stored.isJson,
  encoding: stored.encoding,
  sizeBytes: stored.sizeBytes,
  verification: stored.verification,
  ip: stored.ip,
  createdAt: iso(stored.createdAt),
})

export const toWebhook = (stored: StoredWebhook & { rawBody: string }): Webhook => ({
  ...toWebhookSummary(stored),
  rawBody: stored.rawBody,
  body: toBodyValue(stored),
})
