import { AppError, invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'

export type StockItem = { productId: Id; quantity: number }

const maxItems = 500
const maxQuantity = 1_000_000_000

/** Merges items by product, sorted by id, so that concurrent reservations cannot deadlock. */
export const sumByProduct = (items: readonly StockItem[]): StockItem[] => {
  const quantities = new Map<Id, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return [...quantities]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([productId, quantity]) => ({ productId, quantity }))
}

export const checkReference = (reference: string): void => {
  if (reference.length < 1 || reference.length > 200)
    throw invalid('reference', 'must be 1 to 200 characters long')
}

export const checkStockItems = (items: readonly StockItem[]): void => {
  if (items.length < 1 || items.length > maxItems)
    throw invalid('items', `must contain 1 to ${maxItems} items`)
  for (const [at, { quantity }] of items.entries())
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxQuantity)
      throw invalid(`items.${at}.quantity`, `must be a whole number from 1 to ${maxQuantity}`)
}

/** Throws CONFLICT when the reservation was already released. */
export const checkNotReleased = ({ status }: { status: 'taken' | 'returned' }): void => {
  if (status === 'returned') throw new AppError('CONFLICT', 'This reservation was already released')
}
