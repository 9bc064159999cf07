import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import { publishStockChanged } from '../products/product.events.ts'
import type { StockChange } from '../products/product.events.ts'
import type { StoredProduct } from '../products/product.store.ts'
import { requireVariant, soldName } from '../products/product.rules.ts'
import { checkNotReleased, mergeUnits } from './stock.rules.ts'
import type { StockItem } from './stock.rules.ts'

type StockDeps = Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'stockReservations'>

/**
 * Reserves stock for all items or none, once per reference. The unique index on the reference makes concurrent calls
 * safe.
 */
export const reserveStockOnce = async (
  deps: StockDeps,
  workspaceId: Id,
  reference: string,
  items: readonly StockItem[],
): Promise<void> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const known = await deps.stockReservations.find(workspaceId, reference)
      if (known) return checkNotReleased(known)
      const wanted = mergeUnits(items)
      const ids = [...new Set(wanted.map(({ productId }) => productId))]
      const products = await deps.products.listByIds(workspaceId, ids)
      const reserved = await reserveStock(deps, tx, products, wanted)
      await deps.stockReservations.insert(workspaceId, { reference, status: 'taken', items: reserved })
    }),
  )

/** Releases a reservation once. An unknown reference is recorded, so that a late reservation with it is rejected. */
export const releaseStockOnce = async (deps: StockDeps, workspaceId: Id, reference: string): Promise<void> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const returnedAt = deps.clock.now()
      const returned = await deps.stockReservations.markReturnedIf(workspaceId, reference, returnedAt)
      if (returned) return returnStock(deps, tx, workspaceId, returned.items)
      if (await deps.stockReservations.find(workspaceId, reference)) return
      const released = { reference, status: 'returned' as const, items: [], returnedAt }
      await deps.stockReservations.insert(workspaceId, released)
    }),
  )

/**
 * Reserves tracked stock and returns the reserved items. Throws NOT_FOUND, OUT_OF_STOCK, or 422 when a variant must be
 * named; each aborts the transaction, so nothing is reserved.
 */
export const reserveStock = async (
  { products }: Pick<StockDeps, 'products'>,
  tx: Tx,
  found: readonly StoredProduct[],
  items: readonly StockItem[],
): Promise<StockItem[]> => {
  const reserved: StockItem[] = []
  const changes: StockChange[] = []
  for (const { productId, variantId, quantity } of items) {
    const product = found.find(({ id }) => id === productId)
    if (!product) throw notFound('Product')
    const variant = requireVariant(product, variantId)
    if ((variant ?? product).stock === null) continue
    const units = { productId, ...(variant && { variantId: variant.id }), quantity }
    const changed = await products.reserveStockIf(product.workspaceId, units)
    if (!changed) throw outOfStock(soldName(product, variant))
    changes.push({ product: changed, variantId: units.variantId })
    reserved.push(units)
  }
  publishStockChanged(tx, changes)
  return reserved
}

/** Adds stock back. Skips products and variants that were removed or are no longer tracked. */
export const returnStock = async (
  { products }: Pick<StockDeps, 'products'>,
  tx: Tx,
  workspaceId: Id,
  items: readonly StockItem[],
): Promise<void> => {
  const changes: StockChange[] = []
  for (const item of items) {
    const returned = await products.returnStockIf(workspaceId, item)
    if (returned) changes.push({ product: returned, variantId: item.variantId })
  }
  publishStockChanged(tx, changes)
}

const outOfStock = (name: string): AppError =>
  new AppError('OUT_OF_STOCK', `Not enough stock of "${name}"`, {
    details: [{ path: 'items', message: `cannot be reserved: not enough stock of "${name}"` }],
  })
