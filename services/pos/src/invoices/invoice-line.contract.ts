import { defineRoute, workspace } from '@wp/http'
import { decimal, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { posErrors } from '../errors.ts'
import { DiscountKind, DiscountSource, Invoice, NewInvoiceItem } from './invoice.contract.ts'

/** An item's product, variant or service cannot change. */
export const InvoiceItemChanges = z
  .object(NewInvoiceItem.shape)
  .omit({ productId: true, variantId: true, serviceId: true })
  .partial()
export type InvoiceItemChanges = z.output<typeof InvoiceItemChanges>

/** Contains either kind and value, or the deprecated fixed `amount`. */
export const NewDiscount = z
  .object({
    kind: DiscountKind.optional(),
    value: decimal(4).min(0).optional().describe('An amount, or a percentage up to 100'),
    amount: z
      .number()
      .min(0)
      .optional()
      .describe('Deprecated alternative to kind and value; the same as kind `fixed`'),
    reason: nonBlank(2000),
    source: DiscountSource.default('manual').describe(
      'Where the discount comes from; does not affect the amount',
    ),
  })
  .refine(({ kind, value, amount }) => (kind ?? value ?? amount) !== undefined, {
    path: ['amount'],
    error: 'is required unless kind and value are given',
  })
  .refine(({ kind, value, amount }) => amount === undefined || (kind ?? value) === undefined, {
    path: ['amount'],
    error: 'cannot be combined with kind or value',
  })
  .refine(({ kind, value }) => (kind === undefined) === (value === undefined), {
    path: ['value'],
    error: 'must be given together with kind',
  })
  .refine(({ kind, value = 0 }) => kind !== 'percentage' || value <= 100, {
    path: ['value'],
    error: 'must be at most 100 for a percentage',
  })
  .transform(({ kind = 'fixed', value, amount = 0, reason, source }) => ({
    kind,
    value: value ?? amount,
    reason,
    source,
  }))
export type NewDiscount = z.output<typeof NewDiscount>

const path = '/workspace/:workspaceId/pos/invoices/:invoiceId'
const tag = 'POS invoices'

export const addInvoiceItem = defineRoute({
  id: 'addInvoiceItem',
  method: 'POST',
  path: `${path}/items`,
  summary: 'Add an item to a draft invoice',
  tag,
  access: workspace('store.orders.manage'),
  body: NewInvoiceItem,
  replies: { 201: Invoice },
  fails: [400, 401, 403, 404, 409, 422],
  errors: Object.values(posErrors),
})

export const updateInvoiceItem = defineRoute({
  id: 'updateInvoiceItem',
  method: 'PATCH',
  path: `${path}/items/:itemId`,
  summary: 'Update an item on a draft invoice',
  tag,
  access: workspace('store.orders.manage'),
  body: InvoiceItemChanges,
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
  errors: Object.values(posErrors),
})

export const removeInvoiceItem = defineRoute({
  id: 'removeInvoiceItem',
  method: 'DELETE',
  path: `${path}/items/:itemId`,
  summary: 'Remove an item from a draft invoice',
  tag,
  access: workspace('store.orders.manage'),
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
  errors: Object.values(posErrors),
})

export const addInvoiceDiscount = defineRoute({
  id: 'addInvoiceDiscount',
  method: 'POST',
  path: `${path}/discount`,
  summary: 'Add a discount to a draft invoice',
  description:
    'Discounts apply in order, and percentages apply to the subtotal. Each discount deducts at most the amount that the previous discounts left. All discounts are recomputed after every change to items or discounts.',
  tag,
  access: workspace('store.orders.manage'),
  body: NewDiscount,
  invalid: 422,
  idempotency: 'transaction',
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 409, 422],
  errors: Object.values(posErrors),
})

export const removeInvoiceDiscount = defineRoute({
  id: 'removeInvoiceDiscount',
  method: 'DELETE',
  path: `${path}/discount/:discountId`,
  summary: 'Remove a discount from a draft invoice',
  tag,
  access: workspace('store.orders.manage'),
  replies: { 200: Invoice },
  fails: [400, 401, 403, 404, 422],
  errors: Object.values(posErrors),
})
