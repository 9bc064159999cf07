import { iso } from '@wp/kernel'
import type { StoredOrder } from './order.store.ts'

/** An order that needs attention, as the platform's dashboard asks for it over gRPC. */
export const toAttentionOrder = (order: StoredOrder) => ({
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
