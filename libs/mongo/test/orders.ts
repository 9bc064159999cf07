import type { Id, StoredReply } from '@wp/kernel'
import { z } from 'zod'
import { collection } from '../src/index.ts'
import type { Database } from '../src/index.ts'

export const orders = collection<{ label: string }>('orders', 'Order', { label: String }, [
  { keys: { workspaceId: 1, label: 1 } },
])

export const OrderMade = { type: 'wp.test.order.made.v1', data: z.object({ id: z.string() }) }

/** Writes a record and its event in one transaction, as services do. */
export const makeOrder = async (db: Database, workspaceId: Id): Promise<StoredReply> => {
  const order = await db.transaction(async (tx) => {
    const made = await db.tenant(orders)(workspaceId).insert({ label: 'x' })
    tx.publish(OrderMade, { workspaceId, data: { id: made.id } })
    return made
  })
  return { status: 201, body: { order: { id: order.id } }, headers: {} }
}
