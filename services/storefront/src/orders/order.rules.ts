import { AppError, hasEnded, invalid, multiplyToMinor, fromMinor, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { ItemTax } from '@wp/workspaces'
import { activeVariantsOf, requireVariant, soldName, soldTaxRateId } from '../products/product.rules.ts'
import type { StoredVariant } from '../products/product.types.ts'
import type { DeliveryKind } from '../shop-settings/shop-settings.contract.ts'
import { mergeUnits } from '../stock/stock.rules.ts'
import type { NewOrder, OrderStatus } from './order.contract.ts'

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['fulfilled', 'cancelled'],
  fulfilled: [],
  cancelled: [],
  refunded: [],
}

/** Throws 422 for a status change that is not allowed, including one to the current status. */
export const checkMove = (from: OrderStatus, to: OrderStatus): void => {
  if (moves[from].includes(to)) return
  const allowed =
    moves[from].length === 0 ? `a ${from} order is final` : `it can only become ${moves[from].join(' or ')}`
  throw invalid('status', `cannot change from ${from} to ${to}; ${allowed}`)
}

type Orderable = {
  id: Id
  name: string
  priceMinor: number
  taxRateId?: Id | null
  currencyCode: string
  variants?: StoredVariant[]
}

/**
 * Prices the items, with the current tax rates: one per product and variant, sorted by their ids. Throws
 * NOT_FOUND for a product or variant that is not for sale, and 422 when a variant must be named.
 */
export const toOrderItems = (
  items: NewOrder['items'],
  products: readonly Orderable[],
  toTax: (taxRateId: Id | null | undefined) => ItemTax | null,
) => {
  return mergeUnits(items).map(({ productId, variantId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw notFound('Product')
    const variant = requireVariant(product, variantId)
    if (variant && !activeVariantsOf(product).includes(variant)) throw notFound('Variant')
    const { currencyCode } = product
    const { priceMinor } = variant ?? product
    const totalMinor = multiplyToMinor(quantity, fromMinor(priceMinor, currencyCode), currencyCode, 'items')
    return {
      productId,
      ...(variantId && { variantId }),
      name: soldName(product, variant),
      quantity,
      unitPriceMinor: priceMinor,
      totalMinor,
      tax: toTax(soldTaxRateId(product, variant)),
    }
  })
}

/** Throws 422 when the total is too large to be exact. */
export const sumMinor = (items: readonly { totalMinor: number }[]): number => {
  const total = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  if (!Number.isSafeInteger(total)) throw invalid('items', 'must have a smaller total')
  return total
}

/** Throws 422 for an order with more units than the shop allows. */
export const checkQuantity = (
  items: readonly { quantity: number }[],
  { maxQuantityPerOrder }: { maxQuantityPerOrder?: number | null },
): void => {
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
  if (maxQuantityPerOrder && quantity > maxQuantityPerOrder)
    throw invalid('items', `must contain at most ${maxQuantityPerOrder} units in total`)
}

/** Throws 422 if the delivery is missing although the shop asks for it, or given although it does not. */
export const checkDelivery = (
  delivery: NewOrder['delivery'],
  { deliveryKinds = [] }: { deliveryKinds?: DeliveryKind[] },
): void => {
  if (deliveryKinds.length === 0) {
    if (delivery) throw invalid('delivery', 'must be omitted: the store does not offer a choice')
    return
  }
  if (!delivery) throw invalid('delivery', 'is required')
  if (!deliveryKinds.includes(delivery.kind))
    throw invalid('delivery.kind', `must be ${deliveryKinds.join(' or ')}`)
}

/** Throws 422 when the prices have changed since the customer saw the total. */
export const checkTotal = (totalMinor: number, seenMinor: number | undefined): void => {
  if (seenMinor !== undefined && seenMinor !== totalMinor) throw invalid('total', 'must be the current total')
}

/** Returns when a new order expires, or null when the shop's orders do not expire. */
export const orderExpiry = (
  { orderExpiryMinutes }: { orderExpiryMinutes?: number | null },
  now: Date,
): Date | null => (orderExpiryMinutes ? new Date(now.getTime() + orderExpiryMinutes * 60_000) : null)

/** Throws CLOSED when the workspace no longer exists or its subscription has ended. */
export const checkOpen = (workspace: { subscriptionEndDate: Date | null } | null, now: Date): void => {
  if (!workspace || hasEnded(workspace.subscriptionEndDate, now))
    throw new AppError(
      'CLOSED',
      'This shop is not accepting orders right now; contact the shop or try again later',
    )
}
