import { AppError, invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'

export type StockItem = { productId: Id; quantity: number }

const maxItems = 500
const maxQuantity = 1_000_000_000

/** One line for each product, in the order of their ids, so that two who take at once never wait for each other. */
export const sumByProduct = (items: readonly StockItem[]): StockItem[] => {
  const quantities = new Map<Id, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return [...quantities]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([productId, quantity]) => ({ productId, quantity }))
}

export const outOfStock = (name: string): AppError =>
  new AppError('OUT_OF_STOCK', `There are too few of "${name}" left: order fewer`, {
    details: [{ path: 'items', message: `"${name}" is out of stock for this quantity` }],
  })

export const checkReference = (reference: string): void => {
  if (reference.length < 1 || reference.length > 200)
    throw invalid('reference', 'must have 1 to 200 characters')
}

export const checkStockItems = (items: readonly StockItem[]): void => {
  if (items.length < 1 || items.length > maxItems)
    throw invalid('items', `must be 1 to ${maxItems}, not ${items.length}`)
  for (const [at, { quantity }] of items.entries())
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxQuantity)
      throw invalid(`items.${at}.quantity`, `must be a whole number from 1 to ${maxQuantity}`)
}

/** A reference that has taken its stock is answered as the first time; one that gave it back stays without. */
export const checkNotReturned = ({ status }: { status: 'taken' | 'returned' }): void => {
  if (status === 'returned')
    throw new AppError(
      'CONFLICT',
      'The stock of this reference was given back; it takes none any more: use a new reference',
    )
}
