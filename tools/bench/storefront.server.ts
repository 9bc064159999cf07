import { newId, searchKeys } from '@wp/kernel'
import { productCollection } from '../../services/storefront/src/products/product.store.ts'
import { storefront, storefrontCollections } from '../../services/storefront/src/service.ts'
import { shopSettingsStore } from '../../services/storefront/src/shop-settings/shop-settings.store.ts'
import { announce } from './measure.ts'
import { insertMany, startOwnService } from './parts/own-service.ts'

// Runs the storefront service. The argument is the number of products; 20 of them match the word "rare".
const size = Number(process.argv[2])
const { url, db } = await startOwnService(storefront, storefrontCollections, {
  ADMIN_BILLING_RPC: '127.0.0.1:1',
})
const workspaceId = newId()
const store = await shopSettingsStore(db).put(workspaceId, {
  slug: 'bench',
  name: 'Blue Moon',
  currencyCode: 'USD',
  locale: 'en',
  isPublished: true,
})

const product = (index: number) => {
  const name = index % (size / 20) === 0 ? `Rare vase ${index}` : `Vase ${index}`
  return {
    storeId: store.id,
    name,
    slug: `vase-${index}`,
    description: null,
    priceMinor: 1250,
    currencyCode: 'USD',
    stock: null,
    images: ['https://pictures.example/vase.png'],
    status: 'active' as const,
    searchKeys: searchKeys(name),
  }
}
await insertMany(db.tenant(productCollection)(workspaceId), size, product)
await db.close()
announce(url)
