import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import { storefrontConfig } from './config.ts'
import type { StorefrontDeps } from './deps.ts'
import { orderCollection, orderStore } from './orders/order.store.ts'
import { storefrontRpc } from './rpc/storefront.rpc.ts'
import { storeHandlers } from './store/store.handlers.ts'
import { storeCollection, storeStore } from './store/store.store.ts'

export const storefront = defineService('storefront', {
  config: storefrontConfig,
  database: { collections: [workspaceCopiesCollection, storeCollection, orderCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: StorefrontDeps = { db, stores: storeStore(db), orders: orderStore(db) }
    return {
      workspaces,
      routes: [storeHandlers(deps)],
      rpc: storefrontRpc(deps),
      consumers: workspaces.consumers,
    }
  },
})
