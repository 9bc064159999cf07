import { hashSecret, newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import { taxOf } from '@wp/workspaces'
import type { StorefrontDeps } from '../deps.ts'
import type { StoredShopSettings } from '../shop-settings/shop-settings.store.ts'
import { returnStock, reserveStock } from '../stock/stock.actions.ts'
import type { StockDeps } from '../stock/stock.actions.ts'
import { mergeUnits, unitKey } from '../stock/stock.rules.ts'
import type { ReservedItem, StockItem } from '../stock/stock.rules.ts'
import type { NewOrder, OrderStatus } from './order.contract.ts'
import { publishOrderChanged, publishOrderFulfilled } from './order.events.ts'
import {
  checkDelivery,
  checkMove,
  checkOpen,
  checkQuantity,
  checkTotal,
  orderExpiry,
  sumMinor,
  toOrderItems,
} from './order.rules.ts'
import type { NewOrderRecord, StoredOrder } from './order.types.ts'

type OrderDeps = StockDeps & Pick<StorefrontDeps, 'workspaces' | 'orders' | 'orderNumbers'>
type MoveDeps = Pick<StorefrontDeps, 'db' | 'orders' | 'heldStock'>

/** An order that was checked and priced, whose stock is reserved under the reference. */
export type PreparedOrder = { reference: string; reserved: ReservedItem[] } & Omit<
  NewOrderRecord,
  'status' | 'tokenHash'
>

/** Recovery needs the record of a reservation only until the reservation is settled. */
const recordMs = 30 * 24 * 3600 * 1000

/**
 * Checks and prices an order, reserves its stock and returns it with its number. Call it before the order's
 * transaction. A request repeated with the same key finds the stock that its first attempt reserved.
 */
export const prepareOrder = async (
  deps: OrderDeps,
  store: StoredShopSettings,
  { customer, items, delivery, note }: NewOrder,
  { key, totalMinor: seenMinor }: { key: string | null; totalMinor?: number | undefined },
): Promise<PreparedOrder> => {
  const { workspaceId } = store
  const now = deps.clock.now()
  const units = mergeUnits(items)
  const ids = [...new Set(units.map(({ productId }) => productId))]
  const [workspace, products, reference] = await Promise.all([
    deps.workspaces.find(workspaceId),
    deps.products.listActiveByIds(workspaceId, ids),
    findReference(deps, workspaceId, key, units),
  ])
  checkOpen(workspace, now)
  checkQuantity(items, store)
  checkDelivery(delivery, store)
  const priced = toOrderItems(items, products, (rateId) => taxOf(workspace?.taxRates ?? [], rateId))
  const totalMinor = sumMinor(priced)
  checkTotal(totalMinor, seenMinor)
  const reserved = await reserveStock(deps, workspaceId, reference, products, priced)
  return {
    reference,
    reserved,
    storeId: store.id,
    number: await deps.orderNumbers.next(workspaceId),
    storeName: store.name,
    customer,
    delivery,
    note,
    items: priced.map((item) => ({ id: newId(), ...item })),
    totalMinor,
    currencyCode: store.currencyCode,
    language: store.locale,
    expiresAt: orderExpiry(store, now),
  }
}

/**
 * Returns the reference of an order's stock: the same for the same key and units, unless that reservation was
 * released.
 */
const findReference = async (
  { stockReservations }: Pick<OrderDeps, 'stockReservations'>,
  workspaceId: Id,
  key: string | null,
  units: readonly StockItem[],
): Promise<string> => {
  const ownReference = `order/${newId()}`
  if (key === null) return ownReference
  const quantities = units.map((unit) => `${unitKey(unit)} ${unit.quantity}`)
  const reference = `order/${hashSecret([key, ...quantities].join('\n'))}`
  return (await stockReservations.find(workspaceId, reference)) ? ownReference : reference
}

/** Stores and publishes a prepared order in one transaction. Throws CONFLICT when its stock was released in the meantime. */
export const createOrder = async (
  { db, clock, orders, stockReservations, stockSettlement }: OrderDeps,
  workspaceId: Id,
  { reference, ...prepared }: PreparedOrder,
  token: string = newSecret(),
): Promise<{ order: StoredOrder; token: string }> => {
  const { reserved } = prepared
  const order = await db.transaction(async (tx) => {
    if (reserved.length > 0) {
      const expiresAt = new Date(clock.now().getTime() + recordMs)
      const record = { reference, status: 'taken' as const, items: reserved, expiresAt }
      await stockReservations.insert(workspaceId, record)
      tx.afterCommit(() => stockSettlement.add(workspaceId, reserved))
    }
    const created = await orders.insert(workspaceId, {
      ...prepared,
      status: 'pending',
      tokenHash: hashSecret(token),
    })
    publishOrderChanged(tx, created)
    return created
  })
  return { order, token }
}

/** Places the order of a form. Its key becomes the order's token, so submitting a form twice places only one order. */
export const placeOrderOnce = async (
  deps: OrderDeps,
  store: StoredShopSettings,
  newOrder: NewOrder,
  form: { key: string; totalMinor: number | undefined },
): Promise<StoredOrder> =>
  retryAfterConflict(async () => {
    const { workspaceId } = store
    const findPlaced = () => deps.orders.findByToken(workspaceId, hashSecret(form.key))
    const placed = await findPlaced()
    if (placed) return placed
    try {
      const prepared = await prepareOrder(deps, store, newOrder, form)
      return (await createOrder(deps, workspaceId, prepared, form.key)).order
    } catch (error) {
      // The same form, submitted at the same time, may have taken the last units.
      const other = await findPlaced()
      if (other) return other
      throw error
    }
  })

/** Changes an order's status. Setting the current status has no effect. Cancelling returns the stock once. */
export const setOrderStatus = (
  deps: MoveDeps,
  workspaceId: Id,
  orderId: Id,
  status: OrderStatus,
): Promise<StoredOrder> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.orders.get(workspaceId, orderId)
    if (before.status === status) return before
    checkMove(before.status, status)
    return moveOrder(deps, tx, before, status)
  })

/**
 * Cancels every pending order that has expired. An order dated in the future gets its full time starting now.
 */
export const expireOrders = async (
  deps: MoveDeps & Pick<StorefrontDeps, 'clock'>,
  context: JobContext,
): Promise<void> => {
  const now = deps.clock.now()
  await forEachRecord(context, deps.orders.iterateFromTheFuture(now), (order) =>
    deps.orders.redateIf(order, now),
  )
  await forEachRecord(context, deps.orders.iterateExpired(now), ({ workspaceId, id }) =>
    expireOrder(deps, workspaceId, id),
  )
}

/** Rereads the order in the transaction: another replica may have confirmed or cancelled it. */
const expireOrder = (deps: MoveDeps, workspaceId: Id, orderId: Id): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const order = await deps.orders.get(workspaceId, orderId)
    if (order.status === 'pending') await moveOrder(deps, tx, order, 'cancelled')
  })

const moveOrder = async (
  { orders, heldStock }: MoveDeps,
  tx: Tx,
  { workspaceId, id }: StoredOrder,
  status: OrderStatus,
): Promise<StoredOrder> => {
  const moved = await orders.move(workspaceId, id, status)
  if (status === 'cancelled') await returnStock({ heldStock }, tx, workspaceId, moved.reserved ?? moved.items)
  if (status === 'fulfilled') publishOrderFulfilled(tx, moved)
  publishOrderChanged(tx, moved)
  return moved
}

export const getOrderByToken = ({ orders }: Pick<StorefrontDeps, 'orders'>, orderId: Id, token: string) =>
  orders.getByToken(orderId, hashSecret(token))
