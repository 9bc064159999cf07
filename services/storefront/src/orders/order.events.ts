import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { fromMinor, IdString, iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'
import { defineCustomerMessage, requestCustomerMessage } from '@wp/workspaces'
import { Order } from './order.contract.ts'
import type { StoredOrder } from './order.store.ts'
import { toOrder } from './order.view.ts'

export const OrderChanged = defineEvent({
  type: 'wp.storefront.order.changed.v1',
  summary: 'An order was placed, or its status changed. The event does not contain customer details.',
  data: z.object({ order: Order.omit({ customer: true }) }),
})

export const OrderFulfilled = defineEvent({
  type: 'wp.storefront.order.fulfilled.v1',
  summary: 'An order was fulfilled; its total counts as income for the workspace. Published once per order.',
  data: z.object({
    orderId: IdString,
    reference: z.object({ type: z.literal('order'), id: IdString }),
    storeName: z.string(),
    amount: z.number(),
    currencyCode: z.string(),
    taxes: z
      .array(TaxLine)
      .optional()
      .describe('The taxes that the amount contains, by rate; missing in events of older versions'),
    fulfilledAt: z.string(),
  }),
})

export const OrderPublished = definePublicEvent({
  service: 'storefront',
  resource: 'order',
  verbs: ['created', 'confirmed', 'fulfilled', 'cancelled'],
  permission: 'store.orders.view',
  record: Order,
})

export const CustomerMessageRequested = defineCustomerMessage('storefront')

export const publishOrderFulfilled = (tx: Tx, stored: StoredOrder): void =>
  tx.publish(OrderFulfilled, {
    workspaceId: stored.workspaceId,
    data: {
      orderId: stored.id,
      reference: { type: 'order', id: stored.id },
      storeName: stored.storeName,
      amount: fromMinor(stored.totalMinor, stored.currencyCode),
      currencyCode: stored.currencyCode,
      taxes: toOrder(stored).taxes,
      fulfilledAt: iso(stored.updatedAt),
    },
  })

export const publishOrderChanged = (tx: Tx, stored: StoredOrder): void => {
  const order = toOrder(stored)
  tx.publish(OrderChanged, { workspaceId: stored.workspaceId, data: { order } })
  const verb = stored.status === 'pending' ? 'created' : stored.status
  publishPublicEvent(tx, OrderPublished, verb, stored.workspaceId, order)
  requestCustomerMessage(tx, CustomerMessageRequested, stored.workspaceId, {
    type: stored.status === 'pending' ? 'order.received' : `order.${stored.status}`,
    recordId: stored.id,
    // An order has each status once.
    version: '1',
    recipient: { ...order.customer, language: stored.language ?? null },
    details: {
      kind: 'order',
      number: stored.id,
      items: order.items,
      total: order.total,
      currencyCode: order.currencyCode,
    },
    expiresAt: null,
  })
}
