import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { storefrontConfig } from './config.ts'
import type { StorefrontDeps } from './deps.ts'
import { orderHandlers } from './orders/order.handlers.ts'
import { orderCollection, orderStore } from './orders/order.store.ts'
import { pageHandlers } from './pages/page.handlers.ts'
import { pageCollection, pageStore } from './pages/page.store.ts'
import { productHandlers } from './products/product.handlers.ts'
import { productCollection, productStore } from './products/product.store.ts'
import { storefrontRpc } from './rpc/storefront.rpc.ts'
import { stockTakeCollection, stockTakeStore } from './stock/stock.store.ts'
import { storeHandlers } from './store/store.handlers.ts'
import { storeCollection, storeStore } from './store/store.store.ts'

export const storefrontCollections = [
  workspaceCopiesCollection,
  storeCollection,
  pageCollection,
  productCollection,
  orderCollection,
  stockTakeCollection,
]

export const storefront = defineService('storefront', {
  declaration,
  config: storefrontConfig,
  database: { collections: storefrontCollections },
  open: (context) => {
    const { db, clock } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: StorefrontDeps = {
      db,
      clock,
      workspaces,
      stores: storeStore(db),
      pages: pageStore(db),
      products: productStore(db),
      orders: orderStore(db),
      stockTakes: stockTakeStore(db),
    }
    return {
      workspaces,
      routes: [storeHandlers(deps), pageHandlers(deps), productHandlers(deps), orderHandlers(deps)],
      rpc: storefrontRpc(deps),
      consumers: workspaces.consumers,
    }
  },
})
