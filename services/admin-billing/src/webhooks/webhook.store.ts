import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { toInstants } from '../money/range.rules.ts'
import type { Range } from '../money/range.rules.ts'
import type { Verification, Webhook } from './webhook.contract.ts'

/** Headers are JSON text, because their names are the sender's. */
type WebhookRecord = Pick<
  Webhook,
  'method' | 'contentType' | 'isJson' | 'rawBody' | 'encoding' | 'sizeBytes' | 'verification' | 'ip'
> & { headers: string; words: string[] }
export type StoredWebhook = PlatformDoc<WebhookRecord>

const keptSeconds = 30 * 24 * 3600

export const webhookCollection = collection<WebhookRecord>(
  'webhooks',
  'Webhook',
  {
    method: String,
    headers: String,
    contentType: String,
    isJson: Boolean,
    rawBody: String,
    encoding: String,
    sizeBytes: Number,
    verification: String,
    ip: String,
    words: [String],
  },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { method: 1, createdAt: -1, _id: -1 } },
    { keys: { verification: 1, createdAt: -1, _id: -1 } },
    { keys: { words: 1 } }, // search
    { keys: { createdAt: 1 }, ttlSeconds: keptSeconds },
  ],
)

type Listing = PageQuery &
  Range & {
    words: string[]
    method?: 'GET' | 'POST' | undefined
    verification?: Verification | undefined
  }

export const webhookStore = (db: Database) => {
  const webhooks = db.global(webhookCollection)
  return {
    insert: (webhook: WebhookRecord) => webhooks().insert(webhook),
    get: (id: Id) => webhooks().get({ id }),
    list: ({ words, method, verification, from, to, ...query }: Listing) =>
      webhooks().page({
        filter: {
          ...(method && { method }),
          ...(verification && { verification }),
          ...((from ?? to) !== undefined && { createdAt: trusted(toInstants({ from, to })) }),
          ...(words.length > 0 && { $and: words.map((word) => ({ words: beginsWith(word) })) }),
        },
        query,
      }),
  }
}
