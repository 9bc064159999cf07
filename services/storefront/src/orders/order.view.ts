import { fromMinor, iso, taxLines } from '@wp/kernel'
import { toTaxes } from '@wp/workspaces'
import type { Order } from './order.contract.ts'
import type { StoredOrder } from './order.store.ts'

/** Converts stored minor units to the API's decimal amounts. */
export const toOrder = (stored: StoredOrder): Order => {
  const toAmount = (minor: number) => fromMinor(minor, stored.currencyCode)
  return {
    id: stored.id,
    workspaceId: stored.workspaceId,
    storeId: stored.storeId,
    status: stored.status,
    customer: stored.customer,
    items: stored.items.map(({ productId, name, quantity, unitPriceMinor, totalMinor }) => ({
      productId,
      name,
      quantity,
      unitPrice: toAmount(unitPriceMinor),
      total: toAmount(totalMinor),
    })),
    total: toAmount(stored.totalMinor),
    taxes: toTaxes(taxLines(stored.items), stored.currencyCode),
    currencyCode: stored.currencyCode,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

/** Converts an order to the gRPC message for the dashboard's list of orders that need attention. */
export const toAttentionOrder = (order: Omit<StoredOrder, 'items'>) => ({
  id: order.id,
  workspaceId: order.workspaceId,
  storeId: order.storeId,
  storeName: order.storeName,
  customerName: order.customer.name,
  status: order.status,
  totalMinor: order.totalMinor,
  currencyCode: order.currencyCode,
  createdAt: iso(order.createdAt),
})
