import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'
import type { InvoiceAddition } from './subscription.contract.ts'

type StoredAddition = Omit<InvoiceAddition, 'createdAt'> & { createdAt: Date }

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
}
export type StoredSubscription = PlatformDoc<SubscriptionRecord>
export type OwnerCopy = Pick<
  SubscriptionRecord,
  'workspaceVersion' | 'name' | 'email' | 'businessCategorySlug' | 'marketingOptIn'
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
  },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { planId: 1, createdAt: -1, _id: -1 } }, // list by plan; is the plan in use
  ],
)

export const subscriptionStore = (db: Database) => {
  const subscriptions = db.global(subscriptionCollection)
  return {
    find: (workspaceId: Id) => subscriptions().findOne({ id: workspaceId }),
    insert: (subscription: NewPlatformDoc<SubscriptionRecord>) => subscriptions().insert(subscription),
    isPlanInUse: (planId: Id) => subscriptions().exists({ planId }),
    /** Takes over what identity says, unless it is older than what is known. */
    copyOwner: (workspaceId: Id, copy: OwnerCopy) =>
      subscriptions().update(
        { id: workspaceId, workspaceVersion: trusted({ $lt: copy.workspaceVersion }) },
        { ...copy },
      ),
  }
}
