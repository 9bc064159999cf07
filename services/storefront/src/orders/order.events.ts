import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { fromMinor, IdString, iso, takenTaxLines, taxLines } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { defineCustomerMessage, requestCustomerMessage, TaxLine, toTaxes } from '@wp/workspaces'
import type { MessageDetails, MessageType } from '@wp/workspaces'
import { z } from 'zod'
import { Order } from './order.contract.ts'
import { refundedMinor } from './order-refund.rules.ts'
import type { PlannedRefund } from './order-refund.rules.ts'
import type { StoredOrder, StoredOrderRefund } from './order.types.ts'
import { toOrder } from './order.view.ts'

/** Events from older versions do not have all fields. */
const PublishedOrder = Order.extend({
  items: z.array(
    Order.shape.items.element.extend({
      variantId: Order.shape.items.element.shape.variantId.optional(),
    }),
  ),
  delivery: Order.shape.delivery.optional(),
  note: Order.shape.note.optional(),
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
      .describe('The taxes that the amount contains, by rate; missing in events from older versions'),
    fulfilledAt: z.string(),
  }),
})

export const OrderRefunded = defineEvent({
  type: 'wp.storefront.order.refunded.v1',
  summary: 'All or part of a fulfilled order was refunded. Published once per refund.',
  data: z.object({
    orderId: IdString,
    storeName: z.string(),
    refund: z.object({
      id: IdString,
      amount: z.number(),
      reason: z.string().nullable(),
      createdAt: z.string(),
    }),
    currencyCode: z.string(),
    taxes: z.array(TaxLine).describe('The taxes that the refunded amount contains, by rate'),
  }),
})

export const OrderPublished = definePublicEvent({
  service: 'storefront',
  resource: 'order',
  verbs: ['created', 'confirmed', 'fulfilled', 'cancelled', 'refunded'],
  permission: 'store.orders.view',
  record: PublishedOrder,
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
  const verb = stored.status === 'pending' ? 'created' : stored.status
  publishPublicEvent(tx, OrderPublished, verb, stored.workspaceId, order)
  const type = stored.status === 'pending' ? 'order.received' : (`order.${stored.status}` as const)
  // An order enters each status only once.
  requestMessage(tx, stored, type, '1', order)
}

/** Publishes a refund: for the books, as a change to the order, and as a message to the customer. */
export const publishOrderRefunded = (
  tx: Tx,
  stored: StoredOrder,
  { id, amountMinor, reason, createdAt }: StoredOrderRefund,
  items: PlannedRefund['items'],
): void => {
  const { workspaceId, storeName, currencyCode } = stored
  const order = toOrder(stored)
  const amount = fromMinor(amountMinor, currencyCode)
  const beforeMinor = refundedMinor(stored) - amountMinor
  tx.publish(OrderRefunded, {
    workspaceId,
    data: {
      orderId: stored.id,
      storeName,
      refund: { id, amount, reason, createdAt: iso(createdAt) },
      currencyCode,
      taxes: toTaxes(takenTaxLines(taxLines(stored.items), beforeMinor, amountMinor), currencyCode),
    },
  })
  publishPublicEvent(tx, OrderPublished, 'refunded', workspaceId, order)
  const lines = items.map(({ name, quantity, totalMinor }) => ({
    name,
    quantity,
    total: fromMinor(totalMinor, currencyCode),
  }))
  requestMessage(tx, stored, 'order.refunded', id, { items: lines, total: amount })
}

const requestMessage = (
  tx: Tx,
  { id, workspaceId, number, customer, currencyCode, language = null }: StoredOrder,
  type: MessageType,
  version: string,
  { items, total }: Pick<Extract<MessageDetails, { kind: 'order' }>, 'items' | 'total'>,
): void =>
  requestCustomerMessage(tx, CustomerMessageRequested, workspaceId, {
    type,
    recordId: id,
    version,
    recipient: { ...customer, language },
    details: { kind: 'order', number: String(number ?? id), items, total, currencyCode },
    expiresAt: null,
  })
