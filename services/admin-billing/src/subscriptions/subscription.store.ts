import { searchWords } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'
import type { InvoiceAddition } from './subscription.contract.ts'

export type StoredAddition = Omit<InvoiceAddition, 'createdAt' | 'total'> & { createdAt: Date }

/** One for each workspace, under the workspace's own id. */
type SubscriptionRecord = {
  version: number
  planId: Id
  subscriptionEndDate: Date | null
  /** The day of the month (UTC) on which renewals end, where the month has it; null without an end. */
  renewalDay: number | null
  discountPercentage: number | null
  additionalStorageMB: number
  invoiceAdditions: StoredAddition[]
  workspaceVersion: number
  name: string | null
  email: string
  businessCategorySlug: string
  marketingOptIn: boolean
  searchKeys: string[]
  /** Whether the counts of active subscriptions hold this one. */
  isCounted: boolean
  /** What was announced about which end, as `announcementKey` writes it. */
  announced: string[]
  /** When the next announcement of the end is due; null when there is none to come. */
  announceAt: Date | null
}
export type StoredSubscription = PlatformDoc<SubscriptionRecord>
export type OwnerCopy = Pick<
  SubscriptionRecord,
  'workspaceVersion' | 'name' | 'email' | 'businessCategorySlug' | 'marketingOptIn' | 'searchKeys'
>
/** What follows from the rest and is kept beside it. */
export type Bookkeeping = Pick<SubscriptionRecord, 'isCounted' | 'announceAt'>
/** What an admin may change. */
export type SubscriptionChanges = Partial<
  Pick<
    SubscriptionRecord,
    | 'planId'
    | 'subscriptionEndDate'
    | 'renewalDay'
    | 'discountPercentage'
    | 'additionalStorageMB'
    | 'invoiceAdditions'
  >
>

export const subscriptionCollection = collection<SubscriptionRecord>(
  'subscriptions',
  'Workspace',
  {
    version: Number,
    planId: String,
    subscriptionEndDate: Date,
    renewalDay: Number,
    discountPercentage: Number,
    additionalStorageMB: Number,
    invoiceAdditions: [Object],
    workspaceVersion: Number,
    name: String,
    email: String,
    businessCategorySlug: String,
    marketingOptIn: Boolean,
    searchKeys: [String],
    isCounted: Boolean,
    announced: [String],
    announceAt: Date,
  },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { planId: 1, createdAt: -1, _id: -1 } }, // list by plan; is the plan in use
    { keys: { planId: 1, _id: 1 } }, // walk all on a plan
    { keys: { businessCategorySlug: 1, createdAt: -1, _id: -1 } }, // list by category
    { keys: { subscriptionEndDate: 1 } }, // list by state
    { keys: { isCounted: 1, subscriptionEndDate: 1 } }, // ended and still counted
    { keys: { announceAt: 1 } }, // announcements that are due
    { keys: { searchKeys: 1 } }, // search
  ],
)

type Listing = PageQuery & {
  search?: string | undefined
  planId?: Id | undefined
  businessCategorySlug?: string | undefined
  subscription?: 'active' | 'expired' | undefined
}

export const subscriptionStore = (db: Database) => {
  const subscriptions = db.global(subscriptionCollection)
  return {
    find: (workspaceId: Id) => subscriptions().findOne({ id: workspaceId }),
    insert: (subscription: NewPlatformDoc<SubscriptionRecord>) => subscriptions().insert(subscription),
    isPlanInUse: (planId: Id) => subscriptions().exists({ planId }),

    list: ({ search, planId, businessCategorySlug, subscription, ...query }: Listing, now: Date) =>
      subscriptions().page({
        filter: {
          ...(planId && { planId }),
          ...(businessCategorySlug && { businessCategorySlug }),
          ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
          ...(subscription === 'active' && {
            $or: [{ subscriptionEndDate: null }, { subscriptionEndDate: trusted({ $gt: now }) }],
          }),
          ...(subscription === 'expired' && { subscriptionEndDate: trusted({ $lte: now }) }),
        },
        query,
      }),

    update: (workspaceId: Id, changes: SubscriptionChanges & Bookkeeping) =>
      subscriptions().update({ id: workspaceId }, { $set: changes, $inc: { version: 1 } }),

    copyOwner: (workspaceId: Id, copy: OwnerCopy) => subscriptions().update({ id: workspaceId }, { ...copy }),

    /** Those that have ended by `now` and are still counted as active. */
    listEnded: (now: Date, limit?: number) =>
      subscriptions().find(
        { isCounted: true, subscriptionEndDate: trusted({ $lte: now }) },
        limit === undefined ? {} : { limit },
      ),
    countEnded: (now: Date) =>
      subscriptions().count({ isCounted: true, subscriptionEndDate: trusted({ $lte: now }) }),
    uncount: (workspaceId: Id) => subscriptions().update({ id: workspaceId }, { isCounted: false }),

    /** Walks those on a plan by their ids. */
    listOnPlan: (planId: Id, after: Id | null, limit: number) =>
      subscriptions().find(
        { planId, ...(after !== null && { id: trusted({ $gt: after }) }) },
        { sort: { id: 1 }, limit },
      ),
    raiseVersions: (ids: readonly Id[]) =>
      subscriptions().updateMany({ id: trusted({ $in: ids }) }, { $inc: { version: 1 } }),

    listAnnounceable: (now: Date, limit: number) =>
      subscriptions().find({ announceAt: trusted({ $lte: now }) }, { sort: { announceAt: 1 }, limit }),
    setAnnounced: (workspaceId: Id, announced: string[], announceAt: Date | null) =>
      subscriptions().update({ id: workspaceId }, { announced, announceAt }),
  }
}
