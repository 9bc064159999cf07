import { fromMinor, iso, taxLines } from '@wp/kernel'
import type { z } from 'zod'
import { toTaxes } from '@wp/workspaces'
import type { Order, OrderRefund } from './order.contract.ts'
import { itemIdOf, refundedMinor } from './order-refund.rules.ts'
import type { StoredOrder, StoredOrderRefund } from './order.types.ts'

/** Converts stored minor units to the API's decimal amounts. */
export const toOrder = (stored: StoredOrder): Order => {
  const toAmount = (minor: number) => fromMinor(minor, stored.currencyCode)
  return {
    id: stored.id,
    workspaceId: stored.workspaceId,
    storeId: stored.storeId,
    number: stored.number ?? null,
    status: stored.status,
    customer: stored.customer,
    delivery: stored.delivery ?? null,
    note: stored.note ?? null,
    items: stored.items.map((item) => ({
      id: itemIdOf(item),
      productId: item.productId,
      variantId: item.variantId ?? null,
      name: item.name,
      quantity: item.quantity,
      unitPrice: toAmount(item.unitPriceMinor),
      total: toAmount(item.totalMinor),
    })),
    total: toAmount(stored.totalMinor),
    refundedTotal: toAmount(refundedMinor(stored)),
    refunds: (stored.refunds ?? []).map((refund) => toOrderRefund(refund, stored.currencyCode)),
    taxes: toTaxes(taxLines(stored.items), stored.currencyCode),
    currencyCode: stored.currencyCode,
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

export const toOrderRefund = (
  { amountMinor, createdAt, ...refund }: StoredOrderRefund,
  currencyCode: string,
): z.output<typeof OrderRefund> => ({
  ...refund,
  amount: fromMinor(amountMinor, currencyCode),
  createdAt: iso(createdAt),
})

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
