import { AppError, hasEnded, invalid, multiplyToMinor, fromMinor, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { sumByProduct } from '../stock/stock.rules.ts'
import type { NewOrder, OrderStatus } from './order.contract.ts'

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['fulfilled', 'cancelled'],
  fulfilled: [],
  cancelled: [],
}

/** Refuses a move that the life of an order does not know; the status it has already is none. */
export const checkMove = (from: OrderStatus, to: OrderStatus): void => {
  if (moves[from].includes(to)) return
  const allowed = moves[from].length === 0 ? 'it is final' : `it can become ${moves[from].join(' or ')}`
  throw invalid('status', `is ${from} and cannot become ${to}: ${allowed}`)
}

type Orderable = { id: Id; name: string; priceMinor: number; currencyCode: string }

/** The lines of an order, one for each product in order of its id, priced by the store. NOT_FOUND for a product that is not for sale. */
export const toOrderItems = (items: NewOrder['items'], products: readonly Orderable[]) => {
  return sumByProduct(items).map(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw notFound('Product')
    const { name, priceMinor, currencyCode } = product
    const totalMinor = multiplyToMinor(quantity, fromMinor(priceMinor, currencyCode), currencyCode)
    return { productId, name, quantity, unitPriceMinor: priceMinor, totalMinor }
  })
}

export const sumMinor = (items: readonly { totalMinor: number }[]): number =>
  items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)

/** Refuses orders to a workspace whose subscription has ended. */
export const checkOpen = (workspace: { subscriptionEndDate: Date | null } | null, now: Date): void => {
  if (!workspace || hasEnded(workspace.subscriptionEndDate, now))
    throw new AppError(
      'CLOSED',
      'This store takes no orders at the moment: ask the store, or come back later',
    )
}
