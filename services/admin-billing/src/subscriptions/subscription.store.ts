import type { PageQuery } from '@wp/http'
import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'
import type { InvoiceAddition } from './subscription.contract.ts'

export type StoredAddition = Omit<InvoiceAddition, 'createdAt' | 'total'> & { createdAt: Date }

/** One for each workspace, under the workspace's own id. */
type SubscriptionRecord = {
  version: number
  planId: Id
  subscriptionEndDate: Date | null
  discountPercentage: number | null
  additionalStorageMB: number
  invoiceAdditions: StoredAddition[]
  workspaceVersion: number
  name: string | null
  email: string
  businessCategorySlug: string
  marketingOptIn: boolean
  searchKeys: string[]
}
export type StoredSubscription = PlatformDoc<SubscriptionRecord>
export type OwnerCopy = Pick<
  SubscriptionRecord,
  'workspaceVersion' | 'name' | 'email' | 'businessCategorySlug' | 'marketingOptIn' | 'searchKeys'
>
/** What an admin may change. */
export type SubscriptionChanges = Partial<
  Pick<
    SubscriptionRecord,
    'planId' | 'subscriptionEndDate' | 'discountPercentage' | 'additionalStorageMB' | 'invoiceAdditions'
  >
>

export const subscriptionCollection = collection<SubscriptionRecord>(
  'subscriptions',
  {
    version: Number,
    planId: String,
    subscriptionEndDate: Date,
    discountPercentage: Number,
    additionalStorageMB: Number,
    invoiceAdditions: [Object],
    workspaceVersion: Number,
    name: String,
    email: String,
    businessCategorySlug: String,
    marketingOptIn: Boolean,
    searchKeys: [String],
  },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { planId: 1, createdAt: -1, _id: -1 } }, // list by plan; is the plan in use
    { keys: { businessCategorySlug: 1, createdAt: -1, _id: -1 } }, // list by category
    { keys: { subscriptionEndDate: 1 } }, // list by state; what is about to expire
    { keys: { searchKeys: 1 } }, // search
  ],
)

type Listing = PageQuery & {
  search: string | undefined
  planId: Id | undefined
  businessCategorySlug: string | undefined
  subscription: 'active' | 'expired' | undefined
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
          ...(search && { searchKeys: trusted({ $gte: search, $lt: `${search}\u{10ffff}` }) }),
          ...(subscription === 'active' && {
            $or: [{ subscriptionEndDate: null }, { subscriptionEndDate: trusted({ $gt: now }) }],
          }),
          ...(subscription === 'expired' && { subscriptionEndDate: trusted({ $lte: now }) }),
        },
        query,
      }),

    update: (workspaceId: Id, changes: SubscriptionChanges) =>
      subscriptions().update({ id: workspaceId }, { $set: changes, $inc: { version: 1 } }),

    /** Takes over what identity says, unless it is older than what is known. */
    copyOwner: (workspaceId: Id, copy: OwnerCopy) =>
      subscriptions().update(
        { id: workspaceId, workspaceVersion: trusted({ $lt: copy.workspaceVersion }) },
        { ...copy },
      ),
  }
}
