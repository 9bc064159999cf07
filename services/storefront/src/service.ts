import { fileRemovalCollection, openFileStore, openQuotaFiles } from '@wp/files'
import { adminBillingService } from '@wp/protos'
import { importCollections, openImports } from '@wp/imports'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { categoryHandlers } from './categories/category.handlers.ts'
import { categoryCollection, categoryStore } from './categories/category.store.ts'
import { storefrontConfig } from './config.ts'
import * as contract from './contract.ts'
import type { StorefrontDeps } from './deps.ts'
import { openActiveDomains } from './domains/active-domain.actions.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { domainCollection, domainStore } from './domains/domain.store.ts'
import { createTxtResolver } from './domains/txt-record.actions.ts'
import { openImageRenderer } from './images/image-renditions.actions.ts'
import { imageHandlers } from './images/image.handlers.ts'
import { imageCollection, imageStore } from './images/image.store.ts'
import { callWorkflowToolJob } from './jobs/call-workflow-tool.ts'
import { expireOrdersJob } from './jobs/expire-orders.ts'
import { publishDomainsJob } from './jobs/publish-domains.ts'
import { recoverReservationsJob } from './jobs/recover-reservations.ts'
import { removeFilesJob } from './jobs/remove-files.ts'
import { runImportsJob } from './jobs/run-imports.ts'
import { callbackLimitsOf } from './workflow-jobs/callback-use.rules.ts'
import { callbackUseCollection, callbackUseStore } from './workflow-jobs/callback-use.store.ts'
import { workflowJobHandlers } from './workflow-jobs/workflow-job.handlers.ts'
import {
  workflowJobCollection,
  workflowJobStore,
  seenCallbackCollection,
} from './workflow-jobs/workflow-job.store.ts'
import { createWorkflowTool } from './workflow-jobs/workflow-tool.actions.ts'
import { orderHandlers } from './orders/order.handlers.ts'
import { numberOrders, orderNumberCollection, orderNumberStore } from './orders/order-number.store.ts'
import { addOrderSearch, orderCollection, orderStore } from './orders/order.store.ts'
import { pageHandlers } from './pages/page.handlers.ts'
import { openHtmlCleaner } from './pages/page-html.actions.ts'
import { pageCollection, pageStore } from './pages/page.store.ts'
import { importJobs, productImport } from './product-imports/product-import.actions.ts'
import { productImportHandlers } from './product-imports/product-import.handlers.ts'
import { productHandlers } from './products/product.handlers.ts'
import {
  addReservedUntil,
  foldProductSearch,
  productCollection,
  productStore,
} from './products/product.store.ts'
import { storefrontRpc } from './rpc/storefront.rpc.ts'
import { shopHandlers } from './shop/shop.handlers.ts'
import { heldStockStore } from './stock/held-stock.store.ts'
import { stockReservationCollection, stockReservationStore } from './stock/stock-reservation.store.ts'
import { openStockSettlement } from './stock/stock-settlement.actions.ts'
import { shopSettingsHandlers } from './shop-settings/shop-settings.handlers.ts'
import { shopSettingsCollection, shopSettingsStore } from './shop-settings/shop-settings.store.ts'

export const storefrontCollections = [
  workspaceCopiesCollection,
  shopSettingsCollection,
  pageCollection,
  productCollection,
  categoryCollection,
  imageCollection,
  fileRemovalCollection,
  orderCollection,
  orderNumberCollection,
  stockReservationCollection,
  domainCollection,
  workflowJobCollection,
  seenCallbackCollection,
  callbackUseCollection,
  ...importCollections,
]

export const storefront = defineService('storefront', {
  declaration,
  contract,
  config: storefrontConfig,
  database: {
    collections: storefrontCollections,
    migrations: [foldProductSearch, numberOrders, addOrderSearch, addReservedUntil],
  },
  open: (context) => {
    const { db, clock, config, bus, logger, rpc, use } = context
    const workspaces = openWorkspaceCopies(context)
    const [shopSettings, domains] = [shopSettingsStore(db), domainStore(db)]
    const [products, categories, images] = [productStore(db), categoryStore(db), imageStore(db)]
    const heldStock = heldStockStore(db)
    const workflowJobs = workflowJobStore(db)
    const workflowTool = createWorkflowTool(config, logger)
    if (workflowTool) use(workflowTool.outbound)
    const deps: StorefrontDeps = {
      db,
      clock,
      logger,
      workspaces,
      shopSettings,
      pages: pageStore(db),
      htmlCleaner: use(openHtmlCleaner()),
      images,
      imageFiles: openQuotaFiles({
        ...context,
        files: openFileStore(config, 'storefront', 'images'),
        billing: rpc(adminBillingService),
        service: 'storefront',
        kind: 'images',
      }),
      renderImage: openImageRenderer(),
      products,
      categories,
      imports: openImports({
        ...context,
        workspaces,
        jobs: importJobs({ db, workflowJobs }),
        targets: [productImport({ db, products, categories, images, shopSettings })],
        toReportUrl: (workspaceId, _resource, importId) =>
          `${config.publicUrl}/v1/workspace/${workspaceId}/storefront/products/import/${importId}/report`,
      }),
      orders: orderStore(db),
      orderNumbers: orderNumberStore(db),
      heldStock,
      stockReservations: stockReservationStore(db),
      stockSettlement: use(openStockSettlement({ db, heldStock, logger })),
      domains,
      activeDomains: use(openActiveDomains({ bus, logger, shopSettings, domains })),
      resolveTxt: createTxtResolver(config.dnsServers),
      isDevelopment: config.nodeEnv !== 'production',
      publicUrl: config.publicUrl,
      workflowJobs,
      callbackUses: callbackUseStore(db),
      callbackLimits: callbackLimitsOf(config),
      isCallbackKeyRequired: config.callbackKeyRequired,
      workflowTool,
    }
    return {
      workspaces,
      routes: [
        shopSettingsHandlers(deps),
        pageHandlers(deps),
        productHandlers(deps),
        categoryHandlers(deps),
        imageHandlers(deps),
        productImportHandlers(deps),
        orderHandlers(deps),
        domainHandlers(deps),
        workflowJobHandlers(deps),
        shopHandlers(deps),
      ],
      rpc: storefrontRpc(deps),
      consumers: workspaces.consumers,
      jobs: [
        expireOrdersJob(deps),
        publishDomainsJob(deps),
        recoverReservationsJob(deps),
        removeFilesJob(deps),
        runImportsJob(deps),
        ...(workflowTool ? [callWorkflowToolJob({ ...deps, workflowTool })] : []),
      ],
    }
  },
})
