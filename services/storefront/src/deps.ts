import type { Database } from '@wp/mongo'
import type { storeStore } from './store/store.store.ts'
import type { orderStore } from './orders/order.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type StorefrontDeps = {
  db: Database
  stores: ReturnType<typeof storeStore>
  orders: ReturnType<typeof orderStore>
}
