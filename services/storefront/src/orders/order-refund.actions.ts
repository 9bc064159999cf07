import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import { unitKey } from '../stock/stock.rules.ts'
import { returnStock } from '../stock/stock.actions.ts'
import type { NewOrderRefund } from './order.contract.ts'
import { publishOrderRefunded } from './order.events.ts'
import { planRefund, refundedMinor } from './order-refund.rules.ts'
import type { StoredOrder, StoredOrderRefund } from './order.types.ts'

/** Refunds a fulfilled order and, if requested, returns its items to stock, in one transaction. */
export const refundOrder = (
  { db, clock, orders, heldStock }: Pick<StorefrontDeps, 'db' | 'clock' | 'orders' | 'heldStock'>,
  workspaceId: Id,
  orderId: Id,
  wanted: NewOrderRefund,
): Promise<{ order: StoredOrder; refund: StoredOrderRefund }> =>
  db.transaction(async (tx) => {
    const before = await orders.get(workspaceId, orderId)
    const { amountMinor, items } = planRefund(before, wanted)
    const refund: StoredOrderRefund = {
      id: newId(),
      amountMinor,
      items: items.map(({ itemId, quantity }) => ({ itemId, quantity })),
      restock: wanted.restock && items.length > 0,
      reason: wanted.reason,
      createdAt: clock.now(),
    }
    const isWhole = refundedMinor(before) + amountMinor === before.totalMinor
    const refunds = [...(before.refunds ?? []), refund]
    const order = await orders.setRefunds(workspaceId, orderId, refunds, isWhole ? 'refunded' : 'fulfilled')
    if (refund.restock) {
      // Only items that were tracked when the order was placed had been taken from stock.
      const tracked = new Set((before.reserved ?? before.items).map(unitKey))
      const returned = items.filter((item) => tracked.has(unitKey(item)))
      await returnStock({ heldStock }, tx, workspaceId, returned)
    }
    publishOrderRefunded(tx, order, refund, items)
    return { order, refund }
  })
