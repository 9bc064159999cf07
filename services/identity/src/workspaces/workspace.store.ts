import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc } from '@wp/mongo'
import type { SubscriptionCopy, WorkspaceRecord } from './workspace.types.ts'

/** Not scoped to a workspace: a record's id is the workspace id. */
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
    business: Object,
    languages: Array,
    taxRates: Array,
    workingHours: Object,
    subscription: Object,
    lockedAt: Date,
  },
  [{ keys: { ownerAccountId: 1 }, unique: true }],
  { unsharded: 'The registry of workspaces: one record each, unique by owner.', onePer: 'workspace' },
)

const initial: Pick<WorkspaceRecord, 'version' | 'phoneVerified' | 'settings'> = {
  version: 1,
  phoneVerified: false,
  settings: {
    preventOverlap: false,
    blockHolidays: false,
    timeZone: 'UTC',
    currencyCode: 'USD',
    locale: 'en',
    enforceWorkingHours: false,
  },
}

export const workspaceStore = (db: Database) => {
  const workspaces = db.global(workspaceCollection)
  return {
    find: (id: Id) => workspaces().findOne({ id }),
    get: (id: Id) => workspaces().get({ id }),
    listNames: (ids: Id[]) =>
      workspaces().find({ id: trusted({ $in: ids }) }, { select: ['id', 'name'], sort: { name: 1 } }),
    /** A new workspace starts with default settings and an unverified phone number. */
    insert: (workspace: Omit<NewPlatformDoc<WorkspaceRecord>, keyof typeof initial>) =>
      workspaces().insert({ ...initial, ...workspace }),
    /** Makes concurrent transactions that call this for the same workspace run one after the other. */
    lock: (id: Id) =>
      workspaces().update({ id }, { $currentDate: { lockedAt: true } }, { keepsUpdatedAt: true }),
    update: (id: Id, changes: Record<string, unknown>) =>
      workspaces().update({ id }, { $set: changes, $inc: { version: 1 } }),
    /** Returns null when the phone number has changed or is already verified. */
    markPhoneVerifiedIf: (id: Id, phone: string) =>
      workspaces().updateIf(
        { id, phone, phoneVerified: false },
        { $set: { phoneVerified: true }, $inc: { version: 1 } },
      ),
    /** Updates the subscription copy unless it already has this version or a later one. */
    updateSubscriptionIf: (id: Id, subscription: SubscriptionCopy) =>
      workspaces().updateIf(
        { id, 'subscription.version': trusted({ $lt: subscription.version }) },
        { subscription },
      ),
  }
}
export type WorkspaceStore = ReturnType<typeof workspaceStore>
