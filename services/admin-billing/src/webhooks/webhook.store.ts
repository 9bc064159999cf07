import { foldText } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, recomputeField, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { toInstantRange } from '../money/range.rules.ts'
import type { Range } from '../money/range.rules.ts'
import type { Verification, Webhook } from './webhook.contract.ts'

/**
 * The part of a webhook that is listed and searched. Headers are JSON text because the sender chooses their names.
 */
type WebhookRecord = Pick<
  Webhook,
  'method' | 'contentType' | 'isJson' | 'encoding' | 'sizeBytes' | 'verification' | 'ip'
> & { headers: string; words: string[] }
export type StoredWebhook = PlatformDoc<WebhookRecord>

/** The body of a webhook; its id is the webhook id. */
type BodyRecord = { rawBody: string }

/** Bytes that one sender sent in an hour. */
type SenderRecord = { key: string; bytes: number; endsAt: Date }
/** Bytes stored for all senders in five minutes. */
type VolumeRecord = { from: Date; bytes: number }

const retentionSeconds = 30 * 24 * 3600

export const webhookCollection = collection<WebhookRecord>(
  'webhooks',
  'Webhook',
  {
    method: String,
    headers: String,
    contentType: String,
    isJson: Boolean,
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
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
  { unsharded: 'Received by the platform, not by a workspace; kept for a limited time.' },
)

export const foldWebhookSearch = recomputeField(
  '2026-11-19-fold-webhook-search',
  webhookCollection,
  'words',
  ['words'],
  ({ words }) => [...new Set(words.map(foldText))],
)

export const webhookBodyCollection = collection<BodyRecord>(
  'webhook_bodies',
  'Webhook',
  { rawBody: String },
  [{ keys: { createdAt: 1 }, ttlSeconds: retentionSeconds }],
  { unsharded: 'Received by the platform, not by a workspace; kept for a limited time.' },
)

export const webhookSenderCollection = collection<SenderRecord>(
  'webhook_senders',
  'Sender',
  { key: String, bytes: Number, endsAt: Date },
  [
    { keys: { key: 1 }, unique: true },
    { keys: { endsAt: 1 }, ttlSeconds: 0 },
  ],
  { unsharded: 'Counters of the whole platform, kept for minutes.' },
)

export const webhookVolumeCollection = collection<VolumeRecord>(
  'webhook_volumes',
  'Volume',
  { from: Date, bytes: Number },
  [
    { keys: { from: 1 }, unique: true },
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
  { unsharded: 'Counters of the whole platform.' },
)

type ListQuery = PageQuery &
  Range & {
    words: string[]
    method?: 'GET' | 'POST' | undefined
    verification?: Verification | undefined
  }

export const webhookStore = (db: Database) => {
  const webhooks = db.global(webhookCollection)
  const bodies = db.global(webhookBodyCollection)
  const senders = db.global(webhookSenderCollection)
  const volumes = db.global(webhookVolumeCollection)
  return {
    insert: (webhook: WebhookRecord & { rawBody: string }) =>
      db.transaction(async () => {
        const { rawBody, ...record } = webhook
        const { id } = await webhooks().insert(record)
        await bodies().insert({ id, rawBody })
      }),
    get: async (id: Id) => {
      const webhook = await webhooks().get({ id })
      return { ...webhook, rawBody: (await bodies().get({ id })).rawBody }
    },

    /** Adds to this sender's bytes in the window and returns the new total. */
    addToSender: async (key: string, endsAt: Date, bytes: number) =>
      (await senders().upsert({ key }, { $inc: { bytes }, $set: { endsAt } })).bytes,
    addToVolume: (from: Date, bytes: number) => volumes().upsert({ from }, { $inc: { bytes } }),
    listVolumes: () => volumes().find({}, { sort: { from: 1 } }),

    removeBefore: async (end: Date): Promise<number> => {
      const earlier = { createdAt: trusted({ $lt: end }) }
      await bodies().removeMany(earlier)
      const removed = await webhooks().removeMany(earlier)
      await volumes().removeMany({ from: trusted({ $lt: end }) })
      return removed
    },

    list: ({ words, method, verification, from, to, ...query }: ListQuery) =>
      webhooks().page({
        filter: {
          ...(method && { method }),
          ...(verification && { verification }),
          ...((from ?? to) !== undefined && { createdAt: trusted(toInstantRange({ from, to })) }),
          ...(words.length > 0 && { $and: words.map((word) => ({ words: beginsWith(word) })) }),
        },
        query,
      }),
  }
}
