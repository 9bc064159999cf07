import { searchKeys, searchWords } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, recomputeField, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc } from '@wp/mongo'
import { toDerivedFields } from './subscription.rules.ts'
import type {
  DerivedFields,
  StoredSubscription,
  SubscriptionChanges,
  SubscriptionRecord,
  WorkspaceCopy,
} from './subscription.types.ts'

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
    { keys: { planId: 1, createdAt: -1, _id: -1 } }, // list by plan; check whether the plan is in use
    { keys: { businessCategorySlug: 1, createdAt: -1, _id: -1 } }, // list by category
    { keys: { subscriptionEndDate: -1, _id: -1 } }, // list by subscription state
    { keys: { isCounted: 1, subscriptionEndDate: 1, _id: 1 } }, // ended but still counted
    { keys: { announceAt: 1, _id: 1 } }, // due announcements
    { keys: { searchKeys: 1 } }, // search
  ],
  {
    unsharded: 'One small record per workspace; admins list and search them across workspaces.',
    onePer: 'workspace',
  },
)

export const foldSubscriptionSearch = recomputeField(
  '2026-11-19-fold-subscription-search',
  subscriptionCollection,
  'searchKeys',
  ['name', 'email'],
  ({ name, email }) => searchKeys(name, email),
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
    insert: (subscription: Omit<NewPlatformDoc<SubscriptionRecord>, keyof DerivedFields>, now: Date) =>
      subscriptions().insert({ ...subscription, ...toDerivedFields(subscription, now) }),
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
        ...(subscription === 'expired' && { sort: { subscriptionEndDate: -1 } as const }),
        neverNull: ['subscriptionEndDate'],
        query,
      }),

    /** Must run in the transaction that read `current`. Also updates the derived fields. */
    update: (current: StoredSubscription, changes: SubscriptionChanges, now: Date) =>
      subscriptions().update(
        { id: current.id },
        {
          $set: { ...changes, ...toDerivedFields({ ...current, ...changes }, now) },
          $inc: { version: 1 },
        },
      ),

    updateCopy: (workspaceId: Id, copy: WorkspaceCopy) =>
      subscriptions().update({ id: workspaceId }, { ...copy }),

    /** Lists subscriptions that have ended by `now` but are still counted as active. */
    listEnded: (now: Date) =>
      subscriptions().find({ isCounted: true, subscriptionEndDate: trusted({ $lte: now }) }),
    iterateEnded: (now: Date) =>
      subscriptions().iterate(
        { isCounted: true, subscriptionEndDate: trusted({ $lte: now }) },
        { sort: { subscriptionEndDate: 1 }, select: ['subscriptionEndDate'] },
      ),
    countEnded: (now: Date) =>
      subscriptions().count({ isCounted: true, subscriptionEndDate: trusted({ $lte: now }) }),
    uncount: (workspaceId: Id) => subscriptions().update({ id: workspaceId }, { isCounted: false }),

    iterateAnnounceable: (now: Date) =>
      subscriptions().iterate(
        { announceAt: trusted({ $lte: now }) },
        { sort: { announceAt: 1 }, select: ['announceAt'] },
      ),
    setAnnounced: (workspaceId: Id, announced: string[], announceAt: Date | null) =>
      subscriptions().update({ id: workspaceId }, { announced, announceAt }),
  }
}
