import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Store } from './store.contract.ts'

type StoreRecord = Omit<Store, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>
export type StoredStore = TenantDoc<StoreRecord>

export const storeCollection = collection<StoreRecord>(
  'stores',
  'Store',
  { slug: String, name: String, currencyCode: String, locale: String, isPublished: Boolean },
  [
    { keys: { workspaceId: 1 }, unique: true }, // one store for each workspace
    { keys: { slug: 1 }, unique: true }, // the slug is an address on the whole platform
  ],
)

export const storeStore = (db: Database) => {
  const stores = db.tenant(storeCollection)
  return {
    get: (workspaceId: Id) => stores(workspaceId).get({}),
    put: (workspaceId: Id, store: StoreRecord) => stores(workspaceId).upsert({}, store),
  }
}
