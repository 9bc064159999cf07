import { AppError, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import { publishProductChanged } from '../products/product.events.ts'
import type { StoredProduct } from '../products/product.store.ts'
import { requireVariant, soldName } from '../products/product.rules.ts'
import { reservationMs, resolveReservation } from './stock-recovery.actions.ts'
import { checkNotReleased, groupByProduct, mergeUnits } from './stock.rules.ts'
import type { ReservedItem, StockItem } from './stock.rules.ts'

export type StockDeps = Pick<
  StorefrontDeps,
  'db' | 'clock' | 'logger' | 'products' | 'heldStock' | 'stockReservations' | 'stockSettlement'
>

/**
 * Reserves tracked stock under a reference, for all items or none, and returns the reserved items. Each product is
 * changed by one update outside any transaction, so that buyers of a product do not make each other restart.
 * The caller then stores a `taken` record with the reference. If it does not, recovery returns the stock.
 *
 * Throws NOT_FOUND, OUT_OF_STOCK, or 422 when the variant is missing.
 */
export const reserveStock = async (
  deps: StockDeps,
  workspaceId: Id,
  reference: string,
  found: readonly StoredProduct[],
  items: readonly StockItem[],
): Promise<ReservedItem[]> => {
  const wanted = groupByProduct(trackedItems(found, items))
  for (const product of found) {
    const units = wanted.get(product.id) ?? []
    if (findShortage(product, units) !== null)
      await requireCurrentStock(deps, workspaceId, product.id, reference, units)
  }
  const reserved: ReservedItem[] = []
  try {
    for (const [productId, units] of wanted) {
      const holdId = await holdStock(deps, workspaceId, productId, reference, units)
      reserved.push(...units.map((unit) => ({ ...unit, holdId })))
    }
  } catch (error) {
    await releaseUnused(deps, workspaceId, reference, reserved)
    throw error
  }
  return reserved
}

/** Takes the units of one product, unless an earlier attempt with the same reference already did. */
const holdStock = async (
  { clock, heldStock }: StockDeps,
  workspaceId: Id,
  productId: Id,
  reference: string,
  units: readonly StockItem[],
): Promise<Id> => {
  const reservation = {
    id: newId(),
    reference,
    units: units.map(({ variantId, quantity }) => ({ ...(variantId && { variantId }), quantity })),
    until: new Date(clock.now().getTime() + reservationMs),
  }
  if (await heldStock.holdIf(workspaceId, productId, reservation)) return reservation.id
  const { product, known } = await requireCurrentStock(
    { heldStock },
    workspaceId,
    productId,
    reference,
    units,
  )
  if (known) return known.id
  throw outOfStock(product.name) // its stock has changed in the meantime
}

/**
 * Throws OUT_OF_STOCK when too few units of a product are left and none are reserved under the reference. Otherwise
 * returns the product and that reservation.
 */
const requireCurrentStock = async (
  { heldStock }: Pick<StockDeps, 'heldStock'>,
  workspaceId: Id,
  productId: Id,
  reference: string,
  units: readonly StockItem[],
) => {
  const product = await heldStock.find(workspaceId, productId)
  if (!product) throw notFound('Product')
  const known = product.reservations?.find((each) => each.reference === reference)
  const shortage = known ? null : findShortage(product, units)
  if (shortage !== null) throw outOfStock(shortage)
  return { product, known }
}

/** Returns the name of the product or variant of which too few units are left, or null. */
const findShortage = (product: StoredProduct, units: readonly StockItem[]): string | null => {
  for (const { variantId, quantity } of units) {
    const variant = product.variants?.find(({ id }) => id === variantId) ?? null
    const { stock } = variant ?? product
    if (stock === null || stock < quantity) return soldName(product, variant)
  }
  return null
}

/** Returns stock right away when a later product of the same request is out of stock. */
const releaseUnused = async (
  deps: StockDeps,
  workspaceId: Id,
  reference: string,
  reserved: readonly ReservedItem[],
): Promise<void> => {
  try {
    for (const productId of new Set(reserved.map((each) => each.productId)))
      await resolveReservation(deps, workspaceId, productId, reference)
  } catch (error) {
    deps.logger.warn({ err: error, workspaceId, reference }, 'failed to release stock; recovery will retry')
  }
}

/**
 * Returns the items whose stock is tracked. Throws when a product or variant does not exist or a variant is
 * missing.
 */
const trackedItems = (found: readonly StoredProduct[], items: readonly StockItem[]): StockItem[] =>
  items.flatMap(({ productId, variantId, quantity }) => {
    const product = found.find(({ id }) => id === productId)
    if (!product) throw notFound('Product')
    const variant = requireVariant(product, variantId)
    if ((variant ?? product).stock === null) return []
    return [{ productId, ...(variant && { variantId: variant.id }), quantity }]
  })

/** Reserves stock for all items or none, once per reference. */
export const reserveStockOnce = async (
  deps: StockDeps,
  workspaceId: Id,
  reference: string,
  items: readonly StockItem[],
): Promise<void> => {
  const wanted = mergeUnits(items)
  const ids = [...new Set(wanted.map(({ productId }) => productId))]
  const [known, products] = await Promise.all([
    deps.stockReservations.find(workspaceId, reference),
    deps.products.listByIds(workspaceId, ids),
  ])
  if (known) return checkNotReleased(known)
  try {
    const reserved = await reserveStock(deps, workspaceId, reference, products, wanted)
    const record = { reference, status: 'taken' as const, items: reserved }
    if (await deps.stockReservations.insertIf(workspaceId, record))
      return deps.stockSettlement.add(workspaceId, reserved)
    await releaseUnused(deps, workspaceId, reference, reserved)
  } catch (error) {
    const other = await deps.stockReservations.find(workspaceId, reference)
    if (other?.status !== 'taken') throw error
    return
  }
  const other = await deps.stockReservations.find(workspaceId, reference)
  if (other) checkNotReleased(other)
}

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

/** Adds stock back. Skips products and variants that were removed or are no longer tracked. */
export const returnStock = async (
  { heldStock }: Pick<StockDeps, 'heldStock'>,
  tx: Tx,
  workspaceId: Id,
  items: readonly ReservedItem[],
): Promise<void> => {
  const changed = new Map<Id, StoredProduct>()
  for (const item of items) {
    const product = await heldStock.returnIf(workspaceId, item)
    if (product) changed.set(product.id, product)
  }
  // Once each, because an order can contain many variants of a large product.
  for (const product of changed.values()) publishProductChanged(tx, 'updated', product)
}

const outOfStock = (name: string): AppError =>
  new AppError('OUT_OF_STOCK', `Not enough stock of "${name}"`, {
    details: [{ path: 'items', message: `cannot be reserved: not enough stock of "${name}"` }],
  })
