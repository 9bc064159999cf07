import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Database } from '@wp/mongo'
import { storefrontConfig } from './config.ts'
import { orderCollection, orderStore } from './orders/order.store.ts'
import { storefrontRpc } from './rpc/storefront.rpc.ts'
import { storeHandlers } from './store/store.handlers.ts'
import { storeCollection, storeStore } from './store/store.store.ts'

/** What handlers are given. */
export type Storefront = {
  db: Database
  stores: ReturnType<typeof storeStore>
  orders: ReturnType<typeof orderStore>
}

export const storefront = defineService('storefront', {
  config: storefrontConfig,
  database: { collections: [workspaceCopiesCollection, storeCollection, orderCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const parts: Storefront = { db, stores: storeStore(db), orders: orderStore(db) }
    return {
      workspaces,
      routes: [storeHandlers(parts)],
      rpc: storefrontRpc(parts),
      consumers: workspaces.consumers,
    }
  },
})
