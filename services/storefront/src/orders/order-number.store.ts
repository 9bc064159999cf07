import type { Id } from '@wp/kernel'
import { collection, retryAfterConflict, trusted } from '@wp/mongo'
import type { Database, Migration } from '@wp/mongo'
import { shopSettingsCollection } from '../shop-settings/shop-settings.store.ts'
import { orderCollection } from './order.store.ts'

type OrderNumberRecord = { last: number }

export const orderNumberCollection = collection<OrderNumberRecord>(
  'order_numbers',
  'Order number',
  { last: Number },
  [{ keys: { workspaceId: 1 }, unique: true }], // one counter per workspace
  { onePer: 'workspace' },
)

export const orderNumberStore = (db: Database) => {
  const numbers = db.tenant(orderNumberCollection)
  return {
    /**
     * Returns the next number. It is counted outside the order's transaction, so that orders of a store do
     * not wait for each other; an order that fails leaves a gap.
     */
    next: async (workspaceId: Id): Promise<number> => {
      const { last } = await retryAfterConflict(() => numbers(workspaceId).upsert({}, { $inc: { last: 1 } }))
      return last
    },
  }
}

/** Numbers orders from older versions by creation time. */
export const numberOrders: Migration = {
  id: '2026-11-17-number-orders',
  up: async (db, signal) => {
    const numbers = orderNumberStore(db)
    const orders = db.tenant(orderCollection)
    // The migration works across workspaces; a workspace with orders has a store.
    for await (const { workspaceId } of db
      .global(shopSettingsCollection)()
      .iterate({}, { sort: { id: 1 } }))
      for await (const order of orders(workspaceId).iterate({}, { sort: { createdAt: 1 } })) {
        signal.throwIfAborted()
        if (order.number !== undefined) continue
        const number = await numbers.next(workspaceId)
        await orders(workspaceId).updateIf(
          { id: order.id, number: trusted({ $exists: false }) },
          { number },
          { keepsUpdatedAt: true },
        )
      }
  },
}
