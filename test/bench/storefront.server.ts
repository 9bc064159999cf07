import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { newId, searchKeys, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import { openDatabase } from '@wp/mongo'
import { startService } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { productCollection } from '../../services/storefront/src/products/product.store.ts'
import { storefront, storefrontCollections } from '../../services/storefront/src/service.ts'
import { storeStore } from '../../services/storefront/src/store/store.store.ts'
import { announce } from './measure.ts'

// Storefront and its database in one process, so that the CPU time of both is counted, with as many products as the
// argument says; 20 of them are found by the word "rare".
const size = Number(process.argv[2])
const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-storefront-'))
const database = await startServer({ dataDir: join(dataDir, 'database') })
const messaging = await startPlatform({
  dataDir: join(dataDir, 'platform'),
  services: [],
  env: { MONGODB_URL: database.uri },
})
process.on('disconnect', () => {
  void messaging.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit()
  })
})

const service = await startService(storefront, {
  env: {
    ...process.env,
    MONGODB_URL: database.uri,
    NATS_URL: messaging.natsUrl,
    ADMIN_BILLING_RPC: '127.0.0.1:1',
    LOG_LEVEL: 'fatal',
  },
  register: false,
})

const db = await openDatabase({
  url: database.uri,
  name: 'wp_storefront',
  clock: systemClock,
  collections: storefrontCollections,
  logger: createLogger({ service: 'bench', level: 'fatal' }),
  metrics: createMetrics('bench'),
})
const workspaceId = newId()
const store = await storeStore(db).put(workspaceId, {
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
const products = db.tenant(productCollection)(workspaceId)
const batch = 500
for (let from = 0; from < size; from += batch)
  await products.insertMany(
    Array.from({ length: Math.min(batch, size - from) }, (_, at) => product(from + at)),
  )
await db.close()
announce(service.url)
