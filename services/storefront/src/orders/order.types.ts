import type { Id } from '@wp/kernel'
import type { TenantDoc } from '@wp/mongo'
import type { ItemTax } from '@wp/workspaces'
import type { NewOrder, OrderStatus } from './order.contract.ts'

type StoredItem = {
  /** Missing in orders from older versions, which have one item per product whose id is the product's. */
  id?: Id
  productId: Id
  /** Missing, like null, for a product without variants. */
  variantId?: Id | null
  name: string
  quantity: number
  unitPriceMinor: number
  totalMinor: number
  /** The rate when the order was placed; missing in orders from older versions. */
  tax?: ItemTax | null
}

export type StoredOrderRefund = {
  id: Id
  amountMinor: number
  items: { itemId: Id; quantity: number }[]
  restock: boolean
  reason: string | null
  createdAt: Date
}

export type OrderRecord = {
  workspaceId: Id
  storeId: Id
  /** Missing in orders from older versions. */
  number?: number
  storeName: string
  status: OrderStatus
  customer: { name: string; email: string | null; phone: string | null }
  /** Missing, like the next field, in orders from older versions. */
  delivery?: NewOrder['delivery']
  note?: string | null
  /** Search keys of the customer; missing in orders from older versions until their migration has run. */
  searchKeys?: string[]
  items: StoredItem[]
  /**
   * The tracked quantities that were reserved; cancelling returns them. Missing in orders from older
   * versions.
   */
  reserved?: {
    productId: Id
    variantId?: Id | null | undefined
    quantity: number
    holdId?: Id | undefined
  }[]
  totalMinor: number
  /** Missing in orders without refunds. */
  refunds?: StoredOrderRefund[]
  currencyCode: string
  /** The shop's language when the order was placed; missing in orders from older versions. */
  language?: string | null
  tokenHash: string
  /** When the order is cancelled if it is still pending; null or missing means never. */
  expiresAt?: Date | null
}
export type StoredOrder = TenantDoc<OrderRecord>
export type NewOrderRecord = Omit<OrderRecord, 'workspaceId' | 'searchKeys'> & { createdAt?: Date }
