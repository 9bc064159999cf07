import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'
import type { WorkingHours } from '@wp/workspaces'
import type { WorkspaceSettings } from './workspace.contract.ts'

/**
 * `planId` is the plan chosen at signup. The subscription is admin-billing's: what signup opened (version 0), then what its
 * events say. Global: its own id is the workspace's.
 */
type WorkspaceRecord = {
  version: number
  ownerAccountId: Id
  name: string | null
  slogan: string | null
  email: string
  phone: string
  phoneVerified: boolean
  planId: Id
  businessCategorySlug: string
  marketingOptIn: boolean
  settings: WorkspaceSettings
  workingHours: WorkingHours | null
  subscription: {
    version: number
    planId: Id
    subscriptionEndDate: Date | null
    discountPercentage: number | null
  }
}
export type SubscriptionCopy = WorkspaceRecord['subscription']
export type StoredWorkspace = PlatformDoc<WorkspaceRecord>

export const workspaceCollection = collection<WorkspaceRecord>(
  'workspaces',
  'Workspace',
  {
    version: Number,
    ownerAccountId: String,
    name: String,
    slogan: String,
    email: String,
    phone: String,
    phoneVerified: Boolean,
    planId: String,
    businessCategorySlug: String,
    marketingOptIn: Boolean,
    settings: Object,
    workingHours: Object,
    subscription: Object,
  },
  [{ keys: { ownerAccountId: 1 }, unique: true }],
)

export const workspaceStore = (db: Database) => {
  const workspaces = db.global(workspaceCollection)
  return {
    find: (id: Id) => workspaces().findOne({ id }),
    get: (id: Id) => workspaces().get({ id }),
    listNames: (ids: Id[]) =>
      workspaces().find({ id: trusted({ $in: ids }) }, { select: ['id', 'name'], sort: { name: 1 } }),
    insert: (workspace: NewPlatformDoc<WorkspaceRecord>) => workspaces().insert(workspace),
    update: (id: Id, changes: Record<string, unknown>) =>
      workspaces().update({ id }, { $set: changes, $inc: { version: 1 } }),
    /** Null when the workspace has another phone by now, or it was verified before. */
    markPhoneVerifiedIf: (id: Id, phone: string) =>
      workspaces().updateIf(
        { id, phone, phoneVerified: false },
        { $set: { phoneVerified: true }, $inc: { version: 1 } },
      ),
    /** Stores what admin-billing says, unless it is older than what is here. */
    updateSubscriptionIf: (id: Id, subscription: SubscriptionCopy) =>
      workspaces().updateIf(
        { id, 'subscription.version': trusted({ $lt: subscription.version }) },
        { subscription },
      ),
  }
}
export type WorkspaceStore = ReturnType<typeof workspaceStore>
