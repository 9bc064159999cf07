import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { DisabledReason } from './webhook-endpoint.contract.ts'
import type { SealedSecret } from './webhook-endpoint.rules.ts'

type WebhookEndpointRecord = {
  url: string
  events: string[]
  description: string | null
  isActive: boolean
  /** Earlier events are not sent: consumers may handle them after the endpoint was created or activated. */
  activeSince: Date
  disabledAt: Date | null
  disabledReason: DisabledReason | null
  /** When the first failed attempt after the last success was made. */
  failingSince: Date | null
  secrets: SealedSecret[]
}
export type StoredWebhookEndpoint = TenantDoc<WebhookEndpointRecord>

export const webhookEndpointCollection = collection<WebhookEndpointRecord>(
  'webhook_endpoints',
  'Webhook endpoint',
  {
    url: String,
    events: [String],
    description: String,
    isActive: Boolean,
    activeSince: Date,
    disabledAt: Date,
    disabledReason: String,
    failingSince: Date,
    secrets: [{ _id: false, sealed: String, expiresAt: Date }],
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // Used by `list`.
    { keys: { workspaceId: 1, isActive: 1 } }, // Used by `listActive`.
  ],
  { onePer: 'webhook endpoint; at most 20 per workspace' },
)

type EndpointLock = { locks: number }

/** One record per workspace, written by every creation, so that concurrent ones cannot exceed the limit. */
export const endpointLockCollection = collection<EndpointLock>(
  'webhook_endpoint_locks',
  'Webhook endpoint lock',
  { locks: Number },
  [{ keys: { workspaceId: 1 }, unique: true }],
  { onePer: 'workspace' },
)

export const webhookEndpointStore = (db: Database) => {
  const endpoints = db.tenant(webhookEndpointCollection)
  const locks = db.tenant(endpointLockCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => endpoints(workspaceId).page({ filter: {}, query }),
    listActive: (workspaceId: Id) => endpoints(workspaceId).find({ isActive: true }),
    get: (workspaceId: Id, id: Id) => endpoints(workspaceId).get({ id }),
    findActive: (workspaceId: Id, id: Id) => endpoints(workspaceId).findOne({ id, isActive: true }),
    count: (workspaceId: Id) => endpoints(workspaceId).count(),
    insert: (workspaceId: Id, record: WebhookEndpointRecord & { id: Id }) =>
      endpoints(workspaceId).insert(record),
    update: (workspaceId: Id, id: Id, changes: Partial<WebhookEndpointRecord>) =>
      endpoints(workspaceId).update({ id }, { $set: changes }),
    /** Returns null when the endpoint is already inactive. */
    disableIf: (workspaceId: Id, id: Id, disabledReason: DisabledReason, disabledAt: Date) =>
      endpoints(workspaceId).updateIf(
        { id, isActive: true },
        { isActive: false, disabledReason, disabledAt, failingSince: null },
      ),
    /** Keeps the time of the first failure. */
    markFailingIf: (workspaceId: Id, id: Id, failingSince: Date) =>
      endpoints(workspaceId).updateIf({ id, failingSince: null }, { failingSince }, { keepsUpdatedAt: true }),
    markWorkingIf: (workspaceId: Id, id: Id) =>
      endpoints(workspaceId).updateIf({ id }, { failingSince: null }, { keepsUpdatedAt: true }),
    replaceSecrets: (workspaceId: Id, id: Id, secrets: SealedSecret[]) => {
      db.requireTransaction()
      return endpoints(workspaceId).updateIf({ id }, { secrets }, { keepsUpdatedAt: true })
    },
    remove: (workspaceId: Id, id: Id) => endpoints(workspaceId).remove({ id }),

    /** Creates the workspace's lock; call it before the transaction that locks. */
    prepareLock: (workspaceId: Id) => locks(workspaceId).insertIf({ locks: 0 }),
    lock: (workspaceId: Id) => {
      db.requireTransaction()
      return locks(workspaceId).update({}, { $inc: { locks: 1 } })
    },
  }
}
