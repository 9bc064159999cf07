import { hashSecret, newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import { taxOf } from '@wp/workspaces'
import type { StorefrontDeps } from '../deps.ts'
import type { StoredShopSettings } from '../shop-settings/shop-settings.store.ts'
import { returnStock, reserveStock } from '../stock/stock.actions.ts'
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
import type { StoredOrder } from './order.types.ts'

type OrderDeps = Pick<StorefrontDeps, 'db' | 'clock' | 'workspaces' | 'products' | 'orders'>

/** A published store and the number of its next order. */
export type NextOrder = { store: StoredShopSettings; number: number }

/** Returns a published store with the number of its next order. Call it before the order's transaction. */
export const prepareOrder = async (
  { shopSettings, orderNumbers }: Pick<StorefrontDeps, 'shopSettings' | 'orderNumbers'>,
  storeSlug: string,
): Promise<NextOrder> => {
  const store = await shopSettings.getPublished(storeSlug)
  return { store, number: await orderNumbers.next(store.workspaceId) }
}

/** What a form adds to an order: the key that becomes its token, and the total that the customer saw. */
type FormOrder = { key: string; totalMinor: number | undefined }

/**
 * Prices an order, reserves its stock, and stores and publishes it in one transaction. A form's key becomes the
 * order's token, so submitting a form twice places only one order.
 */
export const createOrder = async (
  deps: OrderDeps,
  { store, number }: NextOrder,
  { customer, items, delivery, note }: NewOrder,
  form?: FormOrder,
): Promise<{ order: StoredOrder; token: string }> => {
  const { workspaceId } = store
  const workspace = await deps.workspaces.find(workspaceId)
  const token = form?.key ?? newSecret()
  const tokenHash = hashSecret(token)
  const order = await deps.db.transaction(async (tx) => {
    const placed = form === undefined ? null : await deps.orders.findByToken(workspaceId, tokenHash)
    if (placed) return placed
    const now = deps.clock.now()
    checkOpen(workspace, now)
    checkQuantity(items, store)
    checkDelivery(delivery, store)
    const ids = items.map(({ productId }) => productId)
    const products = await deps.products.listActiveByIds(workspaceId, ids)
    const priced = toOrderItems(items, products, (rateId) => taxOf(workspace?.taxRates ?? [], rateId))
    const totalMinor = sumMinor(priced)
    checkTotal(totalMinor, form?.totalMinor)
    const reserved = await reserveStock(deps, tx, products, priced)
    const created = await deps.orders.insert(workspaceId, {
      storeId: store.id,
      number,
      storeName: store.name,
      status: 'pending',
      customer,
      delivery,
      note,
      items: priced.map((item) => ({ id: newId(), ...item })),
      reserved,
      totalMinor,
      currencyCode: store.currencyCode,
      language: store.locale,
      tokenHash,
      expiresAt: orderExpiry(store, now),
    })
    publishOrderChanged(tx, created)
    return created
  })
  return { order, token }
}

/** Changes an order's status. Setting the current status has no effect. Cancelling returns the stock once. */
export const setOrderStatus = (
  deps: Pick<OrderDeps, 'db' | 'orders' | 'products'>,
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

/** Cancels every pending order that has expired. */
export const expireOrders = (
  deps: Pick<OrderDeps, 'db' | 'clock' | 'orders' | 'products'>,
  context: JobContext,
): Promise<void> =>
  forEachRecord(context, deps.orders.iterateExpired(deps.clock.now()), ({ workspaceId, id }) =>
    expireOrder(deps, workspaceId, id),
  )

/** Reads the order again in the transaction: another replica may have confirmed or cancelled it. */
const expireOrder = (
  deps: Pick<OrderDeps, 'db' | 'orders' | 'products'>,
  workspaceId: Id,
  orderId: Id,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const order = await deps.orders.get(workspaceId, orderId)
    if (order.status === 'pending') await moveOrder(deps, tx, order, 'cancelled')
  })

const moveOrder = async (
  { orders, products }: Pick<OrderDeps, 'orders' | 'products'>,
  tx: Tx,
  { workspaceId, id }: StoredOrder,
  status: OrderStatus,
): Promise<StoredOrder> => {
  const moved = await orders.move(workspaceId, id, status)
  if (status === 'cancelled') await returnStock({ products }, tx, workspaceId, moved.reserved ?? moved.items)
  if (status === 'fulfilled') publishOrderFulfilled(tx, moved)
  publishOrderChanged(tx, moved)
  return moved
}

export const getOrderByToken = ({ orders }: Pick<OrderDeps, 'orders'>, orderId: Id, token: string) =>
  orders.getByToken(orderId, hashSecret(token))
