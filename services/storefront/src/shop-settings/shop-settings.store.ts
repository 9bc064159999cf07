import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { Store } from './shop-settings.contract.ts'

type ShopSettingsRecord = Omit<Store, 'id' | 'createdAt' | 'updatedAt'> & {
  /** The number of products ever created. Every creation increments it, so concurrent ones are serialized. */
  productCount: number
}
export type StoreFields = Omit<ShopSettingsRecord, 'workspaceId' | 'productCount'>
export type StoredShopSettings = PlatformDoc<ShopSettingsRecord>

export const shopSettingsCollection = collection<ShopSettingsRecord>(
  'stores',
  'Store',
  {
    slug: String,
    name: String,
    currencyCode: String,
    locale: String,
    isPublished: Boolean,
    productCount: Number,
  },
  [
    { keys: { workspaceId: 1 }, unique: true }, // one per workspace
    { keys: { slug: 1 }, unique: true }, // slugs are unique on the whole platform
  ],
)

export const shopSettingsStore = (db: Database) => {
  const shopSettings = db.tenant(shopSettingsCollection)
  // Public URLs contain the slug, not the workspace.
  const allShopSettings = db.global(shopSettingsCollection)
  return {
    find: (workspaceId: Id) => shopSettings(workspaceId).findOne({}),
    get: (workspaceId: Id) => shopSettings(workspaceId).get({}),
    getPublished: (slug: string) => allShopSettings().get({ slug, isPublished: true }),
    findPublished: (slug: string) => allShopSettings().findOne({ slug, isPublished: true }),
    put: (workspaceId: Id, store: StoreFields) =>
      shopSettings(workspaceId).upsert({}, { $set: store, $setOnInsert: { productCount: 0 } }),
    /** Returns the number of the next product. */
    countProduct: (workspaceId: Id) => {
      db.requireTransaction()
      return shopSettings(workspaceId).update({}, { $inc: { productCount: 1 } })
    },
  }
}
