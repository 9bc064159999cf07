import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { retentionDays } from './delivery.rules.ts'

type PayloadRecord = { body: string }

/** The bodies of events, once for all endpoints. Their ids are the ids of the events. */
export const payloadCollection = collection<PayloadRecord>(
  'webhook_payloads',
  'Webhook payload',
  { body: String },
  [
    { keys: { workspaceId: 1, _id: 1 } }, // Used by `get`.
    // A day longer than deliveries, so that each of them has its body.
    { keys: { createdAt: 1 }, ttlSeconds: (retentionDays + 1) * 86_400 },
  ],
)

export const payloadStore = (db: Database) => {
  const payloads = db.tenant(payloadCollection)
  return {
    find: (workspaceId: Id, eventId: Id) => payloads(workspaceId).findOne({ id: eventId }),
    insertIf: (workspaceId: Id, eventId: Id, body: string) =>
      payloads(workspaceId).insertIf({ id: eventId, body }),
    insert: (workspaceId: Id, eventId: Id, body: string) =>
      payloads(workspaceId).insert({ id: eventId, body }),
  }
}
