import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import { publishProductChanged } from '../products/product.events.ts'
import type { StoredProduct } from '../products/product.store.ts'
import { checkNotReturned, outOfStock, sumByProduct } from './stock.rules.ts'
import type { StockItem } from './stock.rules.ts'

type StockDeps = Pick<StorefrontDeps, 'db' | 'products' | 'stockTakes'>

/** Takes the stock of all items or of none, once for each reference. The unique reference settles two calls at once. */
export const takeStockOnce = async (
  deps: StockDeps,
  workspaceId: Id,
  reference: string,
  items: readonly StockItem[],
): Promise<void> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const known = await deps.stockTakes.find(workspaceId, reference)
      if (known) return checkNotReturned(known)
      const wanted = sumByProduct(items)
      const ids = wanted.map(({ productId }) => productId)
      const products = await deps.products.listByIds(workspaceId, ids)
      const taken = await takeStock(deps, tx, products, wanted)
      await deps.stockTakes.insert(workspaceId, { reference, status: 'taken', items: taken })
    }),
  )

/** Gives back what the reference took, once; an unknown reference is remembered, so that it cannot take later. */
export const returnStockOnce = async (deps: StockDeps, workspaceId: Id, reference: string): Promise<void> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const returned = await deps.stockTakes.markReturnedIf(workspaceId, reference)
      if (returned) return returnStock(deps, tx, workspaceId, returned.items)
      if (await deps.stockTakes.find(workspaceId, reference)) return
      await deps.stockTakes.insert(workspaceId, { reference, status: 'returned', items: [] })
    }),
  )

/**
 * Takes from the counted stock of products; gives back what was taken. NOT_FOUND for an item that is not among the
 * products, OUT_OF_STOCK when too few are left; either ends the transaction, so that nothing is taken.
 */
export const takeStock = async (
  { products }: Pick<StockDeps, 'products'>,
  tx: Tx,
  found: readonly StoredProduct[],
  items: readonly StockItem[],
): Promise<StockItem[]> => {
  const taken: StockItem[] = []
  for (const { productId, quantity } of items) {
    const product = found.find(({ id }) => id === productId)
    if (!product) throw notFound('Product')
    if (product.stock === null) continue
    const changed = await products.takeStockIf(product.workspaceId, productId, quantity)
    if (!changed) throw outOfStock(product.name)
    publishProductChanged(tx, changed)
    taken.push({ productId, quantity })
  }
  return taken
}

/** Gives stock back; a product that is gone, or not counted any more, is left alone. */
export const returnStock = async (
  { products }: Pick<StockDeps, 'products'>,
  tx: Tx,
  workspaceId: Id,
  items: readonly StockItem[],
): Promise<void> => {
  for (const { productId, quantity } of items) {
    const returned = await products.returnStockIf(workspaceId, productId, quantity)
    if (returned) publishProductChanged(tx, returned)
  }
}
