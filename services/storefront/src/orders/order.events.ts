import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Order } from './order.contract.ts'
import type { StoredOrder } from './order.store.ts'
import { toOrder } from './order.view.ts'

export const OrderChanged = defineEvent({
  type: 'wp.storefront.order.changed.v1',
  summary: 'An order was placed, or its status changed; who ordered is asked for',
  data: z.object({ order: Order.omit({ customer: true }) }),
})

export const publishOrderChanged = (tx: Tx, stored: StoredOrder): void =>
  tx.publish(OrderChanged, { workspaceId: stored.workspaceId, data: { order: toOrder(stored) } })
