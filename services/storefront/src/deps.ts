import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { orderStore } from './orders/order.store.ts'
import type { pageStore } from './pages/page.store.ts'
import type { productStore } from './products/product.store.ts'
import type { stockTakeStore } from './stock/stock.store.ts'
import type { storeStore } from './store/store.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type StorefrontDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory
  stores: ReturnType<typeof storeStore>
  pages: ReturnType<typeof pageStore>
  products: ReturnType<typeof productStore>
  orders: ReturnType<typeof orderStore>
  stockTakes: ReturnType<typeof stockTakeStore>
}
