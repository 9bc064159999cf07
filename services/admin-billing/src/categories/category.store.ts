import type { PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { BusinessCategory, BusinessCategoryChanges, NewBusinessCategory } from './category.contract.ts'

type CategoryRecord = Omit<BusinessCategory, 'id' | 'createdAt' | 'updatedAt'>
export type StoredCategory = PlatformDoc<CategoryRecord>

export const categoryCollection = collection<CategoryRecord>(
  'business_categories',
  'Business category',
  {
    slug: String,
    name: String,
    isActive: Boolean,
    sortOrder: Number,
    discountPercentage: Number,
    translations: [Object],
  },
  [
    { keys: { slug: 1 }, unique: true },
    { keys: { sortOrder: 1, _id: 1 } }, // list
    { keys: { isActive: 1, sortOrder: 1, _id: 1 } }, // public list
    { keys: { discountPercentage: 1 } }, // list discounts
  ],
  { unsharded: 'Few records, read by every workspace.', onePer: 'category; admins create them' },
)

const inOrder = { sortOrder: 1 } as const

export const categoryStore = (db: Database) => {
  const categories = db.global(categoryCollection)
  return {
    list: (query: PageQuery) => categories().page({ sort: inOrder, query }),
    listActive: () => categories().find({ isActive: true }, { sort: inOrder }),
    find: (slug: string) => categories().findOne({ slug }),
    findActive: (slug: string) => categories().findOne({ slug, isActive: true }),
    /** Returns discounts by slug; omits categories without a discount. */
    listDiscounts: async (): Promise<Map<string, number>> => {
      const discounted = await categories().find({ discountPercentage: trusted({ $gt: 0 }) })
      return new Map(discounted.map(({ slug, discountPercentage }) => [slug, discountPercentage ?? 0]))
    },
    insert: (category: NewBusinessCategory) => categories().insert(category),
    update: (slug: string, changes: BusinessCategoryChanges) => categories().update({ slug }, changes),
  }
}
