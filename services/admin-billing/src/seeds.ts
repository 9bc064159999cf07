import type { Migration } from '@wp/mongo'
import { categorySeed } from './categories/category.seed.ts'
import { categoryCollection } from './categories/category.store.ts'
import { planSeed } from './plans/plan.seed.ts'
import { planCollection } from './plans/plan.store.ts'

/** Makes signup work at once. What is there already, or was removed, stays as the operator left it. */
export const seeds: Migration[] = [
  {
    id: '2026-11-15-plans',
    up: async (db) => {
      const plans = db.global(planCollection)
      for (const plan of planSeed)
        if (!(await plans().exists({ slug: plan.slug }))) await plans().insert({ ...plan, isRemoved: false })
    },
  },
  {
    id: '2026-11-15-business-categories',
    up: async (db) => {
      const categories = db.global(categoryCollection)
      for (const category of categorySeed)
        if (!(await categories().exists({ slug: category.slug }))) await categories().insert(category)
    },
  },
]
