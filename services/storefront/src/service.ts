import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { storefrontConfig } from './config.ts'
import type { StorefrontDeps } from './deps.ts'
import { openActiveDomains } from './domains/active-domain.actions.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { domainCollection, domainStore } from './domains/domain.store.ts'
import { createTxtResolver } from './domains/txt-record.actions.ts'
import { callWorkflowToolJob } from './jobs/call-workflow-tool.ts'
import { publishDomainsJob } from './jobs/publish-domains.ts'
import { jobHandlers } from './marketing-posts/job.handlers.ts'
import { jobCollection, jobStore, seenCallbackCollection } from './marketing-posts/job.store.ts'
import { createWorkflowTool } from './marketing-posts/workflow-tool.actions.ts'
import { orderHandlers } from './orders/order.handlers.ts'
import { orderCollection, orderStore } from './orders/order.store.ts'
import { pageHandlers } from './pages/page.handlers.ts'
import { pageCollection, pageStore } from './pages/page.store.ts'
import { productHandlers } from './products/product.handlers.ts'
import { productCollection, productStore } from './products/product.store.ts'
import { storefrontRpc } from './rpc/storefront.rpc.ts'
import { shopHandlers } from './shop/shop.handlers.ts'
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
  domainCollection,
  jobCollection,
  seenCallbackCollection,
]

export const storefront = defineService('storefront', {
  declaration,
  config: storefrontConfig,
  database: { collections: storefrontCollections },
  open: (context) => {
    const { db, clock, config, bus, logger, use } = context
    const workspaces = openWorkspaceCopies(context)
    const [stores, domains] = [storeStore(db), domainStore(db)]
    const workflowTool = createWorkflowTool(config, logger)
    if (workflowTool) use(workflowTool.outbound)
    const deps: StorefrontDeps = {
      db,
      clock,
      workspaces,
      stores,
      pages: pageStore(db),
      products: productStore(db),
      orders: orderStore(db),
      stockTakes: stockTakeStore(db),
      domains,
      activeDomains: use(openActiveDomains({ bus, logger, stores, domains })),
      resolveTxt: createTxtResolver(config.dnsServers),
      publicUrl: config.publicUrl,
      jobs: jobStore(db),
      workflowTool,
    }
    return {
      workspaces,
      routes: [
        storeHandlers(deps),
        pageHandlers(deps),
        productHandlers(deps),
        orderHandlers(deps),
        domainHandlers(deps),
        jobHandlers(deps),
        shopHandlers(deps),
      ],
      rpc: storefrontRpc(deps),
      consumers: workspaces.consumers,
      jobs: [
        publishDomainsJob(deps),
        ...(workflowTool ? [callWorkflowToolJob({ ...deps, workflowTool })] : []),
      ],
    }
  },
})
