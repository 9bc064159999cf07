import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { maxShownRequestCharacters, retentionDays } from './delivery.rules.ts'

type PayloadRecord = { body: string }

/** The bodies of events, once for all endpoints. Their ids are the ids of the events. */
export const payloadCollection = collection<PayloadRecord>(
  'webhook_payloads',
  'Webhook payload',
  { body: String },
  [
    { keys: { workspaceId: 1, _id: 1 } }, // Used by `get`.
    // A day longer than deliveries, so that a delivery's body never expires before the delivery.
    { keys: { createdAt: 1 }, ttlSeconds: (retentionDays + 1) * 86_400 },
  ],
)

export const payloadStore = (db: Database) => {
  const payloads = db.tenant(payloadCollection)
  return {
    find: (workspaceId: Id, eventId: Id) => payloads(workspaceId).findOne({ id: eventId }),
    /** Returns the beginning of bodies by the ids of their events. */
    listBeginnings: async (workspaceId: Id, eventIds: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
      if (eventIds.length === 0) return new Map()
      const found = await payloads(workspaceId).aggregate<{ _id: Id; body: string }>([
        { $match: { _id: { $in: [...eventIds] } } },
        { $project: { body: { $substrCP: ['$body', 0, maxShownRequestCharacters] } } },
      ])
      return new Map(found.map(({ _id, body }) => [_id, body]))
    },
    insertIf: (workspaceId: Id, eventId: Id, body: string) =>
      payloads(workspaceId).insertIf({ id: eventId, body }),
    insert: (workspaceId: Id, eventId: Id, body: string) =>
      payloads(workspaceId).insert({ id: eventId, body }),
  }
}
