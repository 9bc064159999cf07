import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { NewPlan, Plan, PlanChanges } from './plan.contract.ts'

/** Removed plans are hidden but kept, because a subscription may have chosen a plan just before its removal. */
type PlanRecord = Omit<Plan, 'id' | 'createdAt' | 'updatedAt'> & { isRemoved: boolean }
export type StoredPlan = PlatformDoc<PlanRecord>

export const planCollection = collection<PlanRecord>(
  'plans',
  'Plan',
  {
    name: String,
    slug: String,
    description: String,
    isActive: Boolean,
    sortOrder: Number,
    trialPeriodDays: Number,
    pricePeriods: [Object],
    features: [Object],
    flags: [Object],
    translations: [Object],
    isRemoved: Boolean,
  },
  [
    { keys: { slug: 1 }, unique: true, partial: { isRemoved: false } },
    { keys: { slug: 1, isRemoved: 1 } }, // find by slug; seeding includes removed plans
    { keys: { isRemoved: 1, sortOrder: 1, _id: 1 } }, // list
    { keys: { isRemoved: 1, isActive: 1, sortOrder: 1, _id: 1 } }, // public list
  ],
  { unsharded: 'Few records, read by every workspace.', onePer: 'plan; admins create them' },
)

const inOrder = { sortOrder: 1 } as const

export const planStore = (db: Database) => {
  const plans = db.global(planCollection)
  return {
    list: (query: PageQuery) => plans().page({ filter: { isRemoved: false }, sort: inOrder, query }),
    listActive: () => plans().find({ isRemoved: false, isActive: true }, { sort: inOrder }),
    findActive: (id: Id) => plans().findOne({ id, isRemoved: false, isActive: true }),
    get: (id: Id) => plans().get({ id, isRemoved: false }),
    /** Returns a subscription's plan, even if the plan was removed right after it was chosen. */
    getIncludingRemoved: (id: Id) => plans().get({ id }),
    listBySlug: (slugs: readonly string[]) =>
      plans().find({ slug: trusted({ $in: slugs }), isRemoved: false }),
    /** Loads plans that are known to exist and returns a function that looks them up. */
    loadPlanLookup: async (ids: readonly Id[]): Promise<(id: Id) => StoredPlan> => {
      const found = await plans().find({ id: trusted({ $in: [...new Set(ids)] }) })
      const known = new Map(found.map((plan) => [plan.id, plan]))
      return (id) => known.get(id)!
    },
    insert: (plan: NewPlan) => plans().insert({ ...plan, isRemoved: false }),
    update: (id: Id, changes: PlanChanges) => plans().update({ id, isRemoved: false }, changes),
    remove: (id: Id) => plans().update({ id, isRemoved: false }, { isRemoved: true, isActive: false }),
  }
}
