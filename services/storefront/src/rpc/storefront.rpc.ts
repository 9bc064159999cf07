import { AppError, invalid, isId, parseExactJson, requireValid, Timestamp } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { StorefrontDeps } from '../deps.ts'
import { saveImportJob } from '../workflow-jobs/import-job.actions.ts'
import { ImportJobState } from '../workflow-jobs/workflow-job.contract.ts'
import { toPage } from '../workflow-jobs/workflow-job.rules.ts'
import { toJobMessage } from '../workflow-jobs/workflow-job.view.ts'
import { toAttentionOrder } from '../orders/order.view.ts'
import { soldTaxRateId } from '../products/product.rules.ts'
import { releaseStockOnce, reserveStockOnce } from '../stock/stock.actions.ts'
import type { StockDeps } from '../stock/stock.actions.ts'
import { checkReference, checkStockItems } from '../stock/stock.rules.ts'

const maxOrders = 100
const maxJobs = 1000
const maxProducts = 500

export const storefrontRpc = (deps: StockDeps & Pick<StorefrontDeps, 'orders' | 'workflowJobs'>) =>
  implement(storefrontService, {
    listAttentionOrders: async ({ limit }) => {
      checkLimit(limit, maxOrders)
      return { orders: (await deps.orders.listPending(limit)).map(toAttentionOrder) }
    },

    getProducts: async ({ workspaceId, productIds }) => {
      requireIds(workspaceId, ...productIds)
      checkCount(productIds)
      const products = await deps.products.listByIds(workspaceId, productIds)
      return {
        products: products.map((product) => ({
          id: product.id,
          name: product.name,
          taxRateId: product.taxRateId ?? undefined,
          variants: (product.variants ?? []).map((variant) => ({
            id: variant.id,
            taxRateId: soldTaxRateId(product, variant) ?? undefined,
          })),
        })),
      }
    },

    takeStock: async ({ workspaceId, reference, items }) => {
      requireIds(
        workspaceId,
        ...items.flatMap(({ productId, variantId }) => [productId, variantId ?? productId]),
      )
      checkReference(reference)
      checkStockItems(items)
      await reserveStockOnce(deps, workspaceId, reference, items)
      return {}
    },

    returnStock: async ({ workspaceId, reference }) => {
      requireIds(workspaceId)
      checkReference(reference)
      await releaseStockOnce(deps, workspaceId, reference)
      return {}
    },

    getJob: async ({ workspaceId, jobId }) => {
      requireIds(workspaceId, jobId)
      const job = await deps.workflowJobs.find(workspaceId, jobId)
      return { job: job && toJobMessage(job) }
    },

    listChangedJobs: async ({ workspaceId, since, limit }) => {
      requireIds(workspaceId)
      checkLimit(limit, maxJobs)
      const changed = await deps.workflowJobs.listChangedSince(workspaceId, toDate(since), limit)
      const jobs = toPage(changed.map(toJobMessage))
      return { jobs, hasMore: changed.length === limit || jobs.length < changed.length }
    },

    saveImportJob: async ({ metaJson, ...request }) => {
      const meta = metaJson === undefined ? undefined : parseExactJson(metaJson)
      const state = requireValid(ImportJobState, { ...request, meta })
      return { job: toJobMessage(await saveImportJob(deps, state)) }
    },
  })

const checkLimit = (limit: number, most: number): void => {
  if (limit < 1 || limit > most) throw invalid('limit', `must be between 1 and ${most}`)
}

const checkCount = ({ length }: readonly string[]): void => {
  if (length < 1 || length > maxProducts) throw invalid('productIds', `must contain 1 to ${maxProducts} ids`)
}

const toDate = (text: string): Date => {
  const { data, success } = Timestamp.safeParse(text)
  if (!success) throw invalid('since', 'must be an ISO 8601 timestamp with a time zone')
  return new Date(data)
}

const requireIds = (...ids: string[]): void => {
  if (!ids.every(isId)) throw new AppError('INVALID_ID', 'An id must be 24 hexadecimal characters long')
}
