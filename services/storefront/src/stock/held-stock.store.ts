import type { Id } from '@wp/kernel'
import { overdue, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { productCollection } from '../products/product.store.ts'
import type { StoredProduct } from '../products/product.store.ts'
import type { StoredReservation } from '../products/product.types.ts'
import type { ReservedItem } from './stock.rules.ts'

type Units = StoredReservation['units']

/**
 * The stock of products. Many buyers change it concurrently, so each change is a single update of one
 * product.
 */
export const heldStockStore = (db: Database) => {
  const products = db.tenant(productCollection)
  // The recovery job looks for overdue reservations of all workspaces.
  const allProducts = db.global(productCollection)
  return {
    find: (workspaceId: Id, productId: Id) => products(workspaceId).findOne({ id: productId }),

    /** Lists some of the products with overdue reservations, which last `termMs`. */
    listOverdue: (now: Date, termMs: number, limit: number) =>
      allProducts().find(overdue('reservedUntil', now, termMs), { limit }),

    /** Ends the checks of a product without reservations, and postpones the next one of others. */
    checkAgainAt: async ({ workspaceId, id, reservedUntil }: StoredProduct, next: Date) => {
      const own = products(workspaceId)
      const options = { keepsUpdatedAt: true }
      const isEmpty = await own.changeIf(
        { id, reservations: trusted({ $size: 0 }) },
        { $unset: { reservedUntil: 1 } },
        options,
      )
      if (!isEmpty)
        await own.changeIf({ id, reservedUntil: reservedUntil! }, { reservedUntil: next }, options)
    },

    /**
     * Takes all units from stock and stores the reservation. Returns false when too few are left, or when the
     * product has a reservation with this reference.
     */
    holdIf: (workspaceId: Id, productId: Id, reservation: StoredReservation) =>
      products(workspaceId).changeIf(
        {
          id: productId,
          'reservations.reference': trusted({ $ne: reservation.reference }),
          ...left(reservation.units),
        },
        {
          ...adding(reservation.units, -1),
          $push: { reservations: reservation },
          $min: { reservedUntil: reservation.until },
        },
        filtering(reservation.units),
      ),

    /** Removes reservations without returning their stock. Returns null when the product has none of them. */
    settleIf: async (workspaceId: Id, productId: Id, ids: readonly Id[]) => {
      const own = products(workspaceId)
      const filter = { id: productId, 'reservations.id': trusted({ $in: ids }) }
      const options = { keepsUpdatedAt: true }
      const hasNoOthers = trusted({ $not: { $elemMatch: { id: { $nin: ids } } } })
      return (
        (await own.updateIf(
          { ...filter, reservations: hasNoOthers },
          { $set: { reservations: [] }, $unset: { reservedUntil: 1 } },
          options,
        )) ?? own.updateIf(filter, { $pull: { reservations: { id: { $in: ids } } } }, options)
      )
    },

    /**
     * Removes a reservation and returns its stock, even if some of it is no longer tracked. Returns null when
     * the product does not have it.
     */
    releaseIf: async (workspaceId: Id, productId: Id, { id, units }: StoredReservation) => {
      const filter = { id: productId, 'reservations.id': id }
      const product = await products(workspaceId).findOne(filter)
      if (!product) return null
      const tracked = units.filter(({ variantId }) => {
        const sold = variantId ? product.variants?.find((each) => each.id === variantId) : product
        return typeof sold?.stock === 'number'
      })
      return products(workspaceId).updateIf(
        { ...filter, ...left(tracked.map((each) => ({ ...each, quantity: 0 }))) },
        { ...adding(tracked, 1), $pull: { reservations: { id } } },
        filtering(tracked),
      )
    },

    /**
     * Adds stock back and removes its reservation if it is still there. Does nothing when the product or variant was
     * removed or its stock is no longer tracked.
     */
    returnIf: (workspaceId: Id, { productId, variantId, quantity, holdId }: ReservedItem) => {
      const units = [{ ...(variantId && { variantId }), quantity }]
      return products(workspaceId).updateIf(
        { id: productId, ...left([{ ...units[0], quantity: 0 }]) },
        { ...adding(units, 1), ...(holdId && { $pull: { reservations: { id: holdId } } }) },
        filtering(units),
      )
    },
  }
}

/** Matches products that track these units and have enough of each. */
const left = (units: Units) =>
  units.length > 0 && {
    $and: units.map(({ variantId, quantity }) =>
      variantId
        ? { variants: trusted({ $elemMatch: { id: variantId, stock: { $gte: quantity } } }) }
        : { stock: trusted({ $gte: quantity }) },
    ),
  }

const adding = (units: Units, sign: 1 | -1) => ({
  $inc: Object.fromEntries(
    units.map(({ variantId, quantity }, at) => [
      variantId ? `variants.$[unit${at}].stock` : 'stock',
      sign * quantity,
    ]),
  ),
})

const filtering = (units: Units) => {
  const filters = units.flatMap(({ variantId }, at) => (variantId ? [{ [`unit${at}.id`]: variantId }] : []))
  return filters.length > 0 ? { arrayFilters: filters } : {}
}
