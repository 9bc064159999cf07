import { defineImportTarget } from '@wp/imports'
import type { ImportJobs, ImportTarget, StagedImport } from '@wp/imports'
import { toMinor } from '@wp/kernel'
import type { StorefrontDeps, StorefrontWorkspace } from '../deps.ts'
import { saveImportJob } from '../workflow-jobs/import-job.actions.ts'
import { ImportJobState } from '../workflow-jobs/workflow-job.contract.ts'
import type { Job } from '../workflow-jobs/workflow-job.contract.ts'
import { toJob } from '../workflow-jobs/workflow-job.view.ts'
import { createProduct, requireActiveTaxRates, updateProduct } from '../products/product.actions.ts'
import { NewProduct, ProductChanges } from '../products/product.contract.ts'

type ProductImportDeps = Pick<StorefrontDeps, 'db' | 'products' | 'categories' | 'images' | 'shopSettings'>
type Context = { workspaceId: string; workspace: StorefrontWorkspace }
type Shop = Awaited<ReturnType<StorefrontDeps['shopSettings']['get']>>

export type StagedProductImport = StagedImport<Job>

/** Returns how rows of a file are converted to products. */
export const productImport = (deps: ProductImportDeps): ImportTarget<StorefrontWorkspace> => {
  // The rows of a batch share their context, so that the shop is read only once.
  const shops = new WeakMap<Context, Promise<Shop>>()
  const shopOf = (context: Context): Promise<Shop> => {
    const shop = shops.get(context) ?? deps.shopSettings.get(context.workspaceId)
    shops.set(context, shop)
    return shop
  }
  return defineImportTarget({
    resource: 'products',
    jobKind: 'product-import',
    create: NewProduct,
    update: ProductChanges,
    unique: ['externalId', 'slug'],
    findBy: (workspaceId, field, values) =>
      deps.products.findBy(workspaceId, field as 'externalId' | 'slug', values),
    check: async (context: Context, { price, ...body }) => {
      requireActiveTaxRates(context.workspace.taxRates, body)
      const { currencyCode } = await shopOf(context)
      if (price !== undefined) toMinor(price, currencyCode, 'price')
    },
    insert: (_tx, { workspaceId }, body) => createProduct(deps, workspaceId, body),
    change: (_tx, { workspaceId }, id, body) => updateProduct(deps, workspaceId, id, body),
  })
}

export const importJobs = (deps: Pick<StorefrontDeps, 'db' | 'workflowJobs'>): ImportJobs<Job> => ({
  save: async ({ id: jobId, meta, ...state }) => {
    const saved = await saveImportJob(
      deps,
      ImportJobState.parse({ ...state, jobId, meta: meta ?? undefined }),
    )
    return toJob(saved, true)
  },
})
