import { fromMinor, iso } from '@wp/kernel'
import type { Order } from './order.contract.ts'
import type { StoredOrder } from './order.store.ts'

/** Stored minor units become the decimal amounts that callers see. */
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
    currencyCode: stored.currencyCode,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

/** An order that needs attention, as the platform's dashboard asks for it over gRPC. */
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
