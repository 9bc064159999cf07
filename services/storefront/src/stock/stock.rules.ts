import { AppError, invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** A product or one of its variants, with a quantity. */
export type StockItem = { productId: Id; variantId?: Id | null | undefined; quantity: number }

/** Reserved stock; `holdId` is the reservation that the product stores until it is settled. */
export type ReservedItem = StockItem & { holdId?: Id | undefined }

const maxItems = 500
const maxQuantity = 1_000_000_000

/** Identifies a product or one of its variants. */
export const unitKey = ({ productId, variantId }: Omit<StockItem, 'quantity'>): string =>
  variantId ? `${productId}.${variantId}` : productId

/** Merges items by product and variant, sorted by ids, so that concurrent reservations cannot deadlock. */
export const mergeUnits = (items: readonly StockItem[]): StockItem[] => {
  const merged = new Map<string, StockItem>()
  for (const item of items) {
    const key = unitKey(item)
    merged.set(key, { ...item, quantity: (merged.get(key)?.quantity ?? 0) + item.quantity })
  }
  return [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

/** Groups items by product, in the order of the items. */
export const groupByProduct = (items: readonly StockItem[]): Map<Id, StockItem[]> =>
  Map.groupBy(items, ({ productId }) => productId)

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
