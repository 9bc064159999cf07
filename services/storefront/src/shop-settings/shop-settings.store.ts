import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { Store } from './shop-settings.contract.ts'

type ShopSettingsRecord = Omit<
  Store,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'orderExpiryMinutes'
  | 'maxQuantityPerOrder'
  | 'description'
  | 'deliveryKinds'
  | 'theme'
> & {
  /** Missing, like the next four fields, in stores from older versions. */
  orderExpiryMinutes?: number | null
  maxQuantityPerOrder?: number | null
  description?: string | null
  deliveryKinds?: Store['deliveryKinds']
  theme?: Store['theme']
  /** The number of products ever created. Each creation increments it, so concurrent creations are serialized. */
  productCount: number
  /** Incremented by `lock`. */
  locks: number
}
export type StoreFields = Omit<ShopSettingsRecord, 'workspaceId' | 'productCount' | 'locks'>
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
    orderExpiryMinutes: Number,
    maxQuantityPerOrder: Number,
    description: String,
    deliveryKinds: [String],
    theme: Object,
    productCount: Number,
    locks: Number,
  },
  [
    { keys: { workspaceId: 1 }, unique: true }, // one per workspace
    { keys: { slug: 1 }, unique: true }, // slugs are unique across the platform
  ],
  {
    unsharded:
      'Finds the workspace of a shop, whose slug is unique on the whole platform; one small record per workspace.',
    onePer: 'workspace',
  },
)

export const shopSettingsStore = (db: Database) => {
  const shopSettings = db.tenant(shopSettingsCollection)
  // Public URLs contain the slug, not the workspace id.
  const allShopSettings = db.global(shopSettingsCollection)
  return {
    find: (workspaceId: Id) => shopSettings(workspaceId).findOne({}),
    get: (workspaceId: Id) => shopSettings(workspaceId).get({}),
    getPublished: (slug: string) => allShopSettings().get({ slug, isPublished: true }),
    findPublished: (slug: string) => allShopSettings().findOne({ slug, isPublished: true }),
    put: (workspaceId: Id, store: StoreFields) =>
      shopSettings(workspaceId).upsert({}, { $set: store, $setOnInsert: { productCount: 0, locks: 0 } }),
    /** Increments the product counter and returns the shop with the new count. */
    countProduct: (workspaceId: Id) => {
      db.requireTransaction()
      return shopSettings(workspaceId).update({}, { $inc: { productCount: 1 } }, { keepsUpdatedAt: true })
    },
    /** Serializes transactions that check a limit of the shop and returns the shop. */
    lock: (workspaceId: Id) => {
      db.requireTransaction()
      return shopSettings(workspaceId).update({}, { $inc: { locks: 1 } }, { keepsUpdatedAt: true })
    },
  }
}
