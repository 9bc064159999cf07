import type { Id } from '@wp/kernel'
import { isOverdue } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'
import { publishProductChanged } from '../products/product.events.ts'
import type { StoredReservation } from '../products/product.types.ts'

/** Longer than any request may take, so that recovery does not release the stock of a running request. */
export const reservationMs = 20_000

/** Products per run of the recovery job. */
const maxProducts = 100

export type RecoveryDeps = Pick<StorefrontDeps, 'db' | 'clock' | 'heldStock' | 'stockReservations'>

/** Settles or releases the reservations whose request has not done so in time, for example because it was killed. */
export const recoverReservations = async (deps: RecoveryDeps, context: JobContext): Promise<void> => {
  const now = deps.clock.now()
  const products = await deps.heldStock.listOverdue(now, reservationMs, maxProducts)
  await forEachRecord(context, products, async (product) => {
    for (const reservation of product.reservations ?? [])
      if (isOverdue(reservation.until, now, reservationMs))
        await resolve(deps, product.workspaceId, product.id, reservation)
    await deps.heldStock.checkAgainAt(product, new Date(now.getTime() + reservationMs))
  })
}

/** Settles or releases a product's reservation with this reference now. */
export const resolveReservation = async (
  deps: RecoveryDeps,
  workspaceId: Id,
  productId: Id,
  reference: string,
): Promise<void> => {
  const product = await deps.heldStock.find(workspaceId, productId)
  const reservation = product?.reservations?.find((each) => each.reference === reference)
  if (reservation) await resolve(deps, workspaceId, productId, reservation)
}

/**
 * The reference's record determines the action. A reference without a record gets a released one, so that a
 * request that is still running fails instead of selling the returned stock.
 */
const resolve = async (
  { db, clock, heldStock, stockReservations }: RecoveryDeps,
  workspaceId: Id,
  productId: Id,
  reservation: StoredReservation,
): Promise<void> => {
  const { id, reference } = reservation
  const released = { reference, status: 'returned' as const, items: [], returnedAt: clock.now() }
  const record =
    (await stockReservations.find(workspaceId, reference)) ??
    (await stockReservations.insertIf(workspaceId, released)) ??
    (await stockReservations.find(workspaceId, reference))
  const isTaken = record?.status === 'taken' && record.items.some(({ holdId }) => holdId === id)
  await db.transaction(async (tx) => {
    const product = isTaken
      ? await heldStock.settleIf(workspaceId, productId, [id])
      : await heldStock.releaseIf(workspaceId, productId, reservation)
    if (product) publishProductChanged(tx, 'updated', product)
  })
}
