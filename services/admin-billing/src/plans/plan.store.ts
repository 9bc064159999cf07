import type { PageQuery } from '@wp/http'
import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { NewPlan, Plan, PlanChanges } from './plan.contract.ts'

type PlanRecord = Omit<Plan, 'id' | 'createdAt' | 'updatedAt'>
export type StoredPlan = PlatformDoc<PlanRecord>

export const planCollection = collection<PlanRecord>(
  'plans',
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
  },
  [
    { keys: { slug: 1 }, unique: true },
    { keys: { sortOrder: 1, _id: 1 } }, // list
    { keys: { isActive: 1, sortOrder: 1, _id: 1 } }, // public list
  ],
)

const inOrder = { sortOrder: 1 } as const

export const planStore = (db: Database) => {
  const plans = db.global(planCollection)
  return {
    list: (query: PageQuery) => plans().page({ sort: inOrder, query }),
    listActive: () => plans().find({ isActive: true }, { sort: inOrder }),
    find: (id: Id) => plans().findOne({ id }),
    findActive: (id: Id) => plans().findOne({ id, isActive: true }),
    get: (id: Id) => plans().get({ id }, 'Plan'),
    /** Looks plans up at once that are known to exist. */
    byId: async (ids: readonly Id[]): Promise<(id: Id) => StoredPlan> => {
      const found = await plans().find({ id: trusted({ $in: [...new Set(ids)] }) })
      const known = new Map(found.map((plan) => [plan.id, plan]))
      return (id) => known.get(id)!
    },
    insert: (plan: NewPlan) => plans().insert(plan),
    update: (id: Id, changes: PlanChanges) => plans().update({ id }, changes),
    remove: (id: Id) => plans().remove({ id }),
  }
}
export type PlanStore = ReturnType<typeof planStore>
