import type { Migration } from '@wp/mongo'
import { categorySeed } from './categories/category.seed.ts'
import { categoryCollection } from './categories/category.store.ts'
import { planSeed } from './plans/plan.seed.ts'
import { planCollection } from './plans/plan.store.ts'

/** Makes signup work at once. Runs once in the life of an installation, so an operator's edits and deletions stay. */
export const seeds: Migration[] = [
  {
    id: '2026-11-15-plans',
    up: async (db) => {
      for (const plan of planSeed)
        await db
          .global(planCollection)()
          .upsert({ slug: plan.slug }, { $setOnInsert: withoutSlug(plan) })
    },
  },
  {
    id: '2026-11-15-business-categories',
    up: async (db) => {
      for (const category of categorySeed)
        await db
          .global(categoryCollection)()
          .upsert({ slug: category.slug }, { $setOnInsert: withoutSlug(category) })
    },
  },
]

const withoutSlug = <Seed extends { slug: string }>({ slug: _, ...fields }: Seed) => fields
