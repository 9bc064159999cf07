import { AppError, iso } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { Storefront } from '../service.ts'

const mostOrders = 100

export const storefrontRpc = ({ orders }: Pick<Storefront, 'orders'>) =>
  implement(storefrontService, {
    listAttentionOrders: async ({ limit }) => {
      if (limit < 1 || limit > mostOrders)
        throw new AppError('VALIDATION_FAILED', `limit must lie between 1 and ${mostOrders}, not ${limit}`)
      const pending = await orders.listPending(limit)
      return {
        orders: pending.map((order) => ({
          id: order.id,
          workspaceId: order.workspaceId,
          storeId: order.storeId,
          storeName: order.storeName,
          customerName: order.customer.name,
          status: order.status,
          totalMinor: order.totalMinor,
          currencyCode: order.currencyCode,
          createdAt: iso(order.createdAt),
        })),
      }
    },
  })
