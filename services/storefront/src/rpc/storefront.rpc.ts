import { AppError, invalid, isId } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { StorefrontDeps } from '../deps.ts'
import { toAttentionOrder } from '../orders/order.view.ts'
import { returnStockOnce, takeStockOnce } from '../stock/stock.actions.ts'
import { checkReference, checkStockItems } from '../stock/stock.rules.ts'

const maxOrders = 100

export const storefrontRpc = (deps: Pick<StorefrontDeps, 'db' | 'orders' | 'products' | 'stockTakes'>) =>
  implement(storefrontService, {
    listAttentionOrders: async ({ limit }) => {
      if (limit < 1 || limit > maxOrders)
        throw invalid('limit', `must lie between 1 and ${maxOrders}, not ${limit}`)
      return { orders: (await deps.orders.listPending(limit)).map(toAttentionOrder) }
    },

    takeStock: async ({ workspaceId, reference, items }) => {
      requireIds(workspaceId, ...items.map(({ productId }) => productId))
      checkReference(reference)
      checkStockItems(items)
      await takeStockOnce(deps, workspaceId, reference, items)
      return {}
    },

    returnStock: async ({ workspaceId, reference }) => {
      requireIds(workspaceId)
      checkReference(reference)
      await returnStockOnce(deps, workspaceId, reference)
      return {}
    },
  })

const requireIds = (...ids: string[]): void => {
  for (const id of ids) if (!isId(id)) throw new AppError('INVALID_ID', `"${id}" is no id`)
}
