import { defineRoute, workspace } from '@wp/http'
import { decimal, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { DiscountKind, DiscountSource, Invoice, NewInvoiceItem } from './invoice.contract.ts'

/** Which product or service an item stands for does not change. */
export const InvoiceItemChanges = z
  .object(NewInvoiceItem.shape)
  .omit({ productId: true, serviceId: true })
  .partial()
export type InvoiceItemChanges = z.output<typeof InvoiceItemChanges>

const reason = nonBlank(2000)

/** By kind and value, or (an older form) by a fixed amount; never both. */
export const NewDiscount = z.union([
  z
    .object({
      kind: DiscountKind,
      value: decimal(4).min(0),
      reason,
      source: DiscountSource.default('manual').describe('Only kept, nothing follows from it'),
      amount: z.undefined().optional(),
    })
    .refine(({ kind, value }) => kind === 'fixed' || value <= 100, {
      path: ['value'],
      error: 'of a percentage must be at most 100',
    }),
  z.object({
    amount: z.number().min(0).describe('The same as kind `fixed` with this value'),
    reason,
    kind: z.undefined().optional(),
    value: z.undefined().optional(),
  }),
])
export type NewDiscount = z.output<typeof NewDiscount>

const path = '/workspace/:workspaceId/pos/invoices/:invoiceId'
const tag = 'POS invoices'

export const addInvoiceItem = defineRoute({
  id: 'addInvoiceItem',
  method: 'POST',
  path: `${path}/items`,
  summary: 'Add an item to a draft; answers the invoice itself',
  tag,
  access: workspace('store.orders.manage'),
  body: NewInvoiceItem,
  replies: { 201: Invoice },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateInvoiceItem = defineRoute({
  id: 'updateInvoiceItem',
  method: 'PATCH',
  path: `${path}/items/:itemId`,
  summary: 'Change the name, quantity or price of an item of a draft; answers the invoice itself',
  tag,
  access: workspace('store.orders.manage'),
  body: InvoiceItemChanges,
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
})

export const removeInvoiceItem = defineRoute({
  id: 'removeInvoiceItem',
  method: 'DELETE',
  path: `${path}/items/:itemId`,
  summary: 'Remove an item from a draft; answers the invoice itself',
  tag,
  access: workspace('store.orders.manage'),
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
})

export const addInvoiceDiscount = defineRoute({
  id: 'addInvoiceDiscount',
  method: 'POST',
  path: `${path}/discount`,
  summary: 'Append a discount line to a draft; answers the invoice itself',
  description:
    'Lines apply in order. A percentage is one of the subtotal; each line takes at most what those before it have left. After every change to items or discounts all lines are computed again.',
  tag,
  access: workspace('store.orders.manage'),
  body: NewDiscount,
  invalid: 422,
  idempotency: 'transaction',
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 409, 422],
})

export const removeInvoiceDiscount = defineRoute({
  id: 'removeInvoiceDiscount',
  method: 'DELETE',
  path: `${path}/discount/:discountId`,
  summary: 'Remove a discount line from a draft; answers the invoice itself',
  tag,
  access: workspace('store.orders.manage'),
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
})
