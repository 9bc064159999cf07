import { invalid } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { StorefrontDeps } from '../deps.ts'
import { toAttentionOrder } from '../orders/order.view.ts'

const maxOrders = 100

export const storefrontRpc = ({ orders }: Pick<StorefrontDeps, 'orders'>) =>
  implement(storefrontService, {
    listAttentionOrders: async ({ limit }) => {
      if (limit < 1 || limit > maxOrders)
        throw invalid('limit', `must lie between 1 and ${maxOrders}, not ${limit}`)
      return { orders: (await orders.listPending(limit)).map(toAttentionOrder) }
    },
  })
