import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { Store } from './store.contract.ts'

type StoreRecord = Omit<Store, 'id' | 'createdAt' | 'updatedAt'> & {
  /** How many products were ever added: each takes its number here, so that two who add at once come one after the other. */
  productCount: number
}
export type StoreFields = Omit<StoreRecord, 'workspaceId' | 'productCount'>
export type StoredStore = PlatformDoc<StoreRecord>

export const storeCollection = collection<StoreRecord>(
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
    { keys: { workspaceId: 1 }, unique: true }, // one store for each workspace
    { keys: { slug: 1 }, unique: true }, // the slug is an address on the whole platform
  ],
)

export const storeStore = (db: Database) => {
  const stores = db.tenant(storeCollection)
  // A public address names the slug, not the workspace.
  const allStores = db.global(storeCollection)
  return {
    find: (workspaceId: Id) => stores(workspaceId).findOne({}),
    get: (workspaceId: Id) => stores(workspaceId).get({}),
    getPublished: (slug: string) => allStores().get({ slug, isPublished: true }),
    findPublished: (slug: string) => allStores().findOne({ slug, isPublished: true }),
    put: (workspaceId: Id, store: StoreFields) =>
      stores(workspaceId).upsert({}, { $set: store, $setOnInsert: { productCount: 0 } }),
    /** Gives the next product its number. */
    countProduct: (workspaceId: Id) => {
      db.requireTransaction()
      return stores(workspaceId).update({}, { $inc: { productCount: 1 } })
    },
  }
}
