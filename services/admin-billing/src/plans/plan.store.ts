import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { NewPlan, Plan, PlanChanges } from './plan.contract.ts'

/** A removed plan stays for those who chose it a moment before; nobody else sees it. */
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
    { keys: { slug: 1, isRemoved: 1 } }, // by slugs; seeds look also at removed ones
    { keys: { isRemoved: 1, sortOrder: 1, _id: 1 } }, // list
    { keys: { isRemoved: 1, isActive: 1, sortOrder: 1, _id: 1 } }, // public list
  ],
)

const inOrder = { sortOrder: 1 } as const

export const planStore = (db: Database) => {
  const plans = db.global(planCollection)
  return {
    list: (query: PageQuery) => plans().page({ filter: { isRemoved: false }, sort: inOrder, query }),
    listActive: () => plans().find({ isRemoved: false, isActive: true }, { sort: inOrder }),
    /** Also a removed one. */
    find: (id: Id) => plans().findOne({ id }),
    findActive: (id: Id) => plans().findOne({ id, isRemoved: false, isActive: true }),
    get: (id: Id) => plans().get({ id, isRemoved: false }),
    /** The plan of a subscription, which may have been removed in the moment it was chosen. */
    getOf: ({ planId }: { planId: Id }) => plans().get({ id: planId }),
    listBySlug: (slugs: readonly string[]) =>
      plans().find({ slug: trusted({ $in: slugs }), isRemoved: false }),
    /** Looks plans up at once that are known to exist. */
    listById: async (ids: readonly Id[]): Promise<(id: Id) => StoredPlan> => {
      const found = await plans().find({ id: trusted({ $in: [...new Set(ids)] }) })
      const known = new Map(found.map((plan) => [plan.id, plan]))
      return (id) => known.get(id)!
    },
    insert: (plan: NewPlan) => plans().insert({ ...plan, isRemoved: false }),
    update: (id: Id, changes: PlanChanges) => plans().update({ id, isRemoved: false }, changes),
    remove: (id: Id) => plans().update({ id, isRemoved: false }, { isRemoved: true, isActive: false }),
  }
}
