import { defineRoute, raw, resource, withDateRange, workspace } from '@wp/http'
import { DateOrTimestamp, decimal, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

export const InvoiceStatus = z.enum(['draft', 'finalized', 'paid', 'refunded', 'void'])
export type InvoiceStatus = z.output<typeof InvoiceStatus>

export const PaymentMethod = z.enum(['cash', 'card', 'transfer'])
export const DiscountKind = z.enum(['fixed', 'percentage'])
export const DiscountSource = z.enum(['manual', 'client'])

export const InvoiceItem = z
  .object({
    id: IdString,
    productId: IdString.nullable(),
    serviceId: IdString.nullable(),
    name: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    total: z.number(),
  })
  .meta({ id: 'InvoiceItem' })

export const DiscountLine = z
  .object({
    id: IdString,
    kind: DiscountKind,
    value: z.number().describe('An amount, or a percentage of the subtotal'),
    amount: z.number().describe('What it takes off: at most what the lines before it have left'),
    reason: z.string(),
    source: DiscountSource,
  })
  .meta({ id: 'DiscountLine' })

export const Payment = z
  .object({
    id: IdString,
    method: PaymentMethod,
    amount: z.number().describe('What was handed over'),
    change: z.number().describe('What was handed back of it'),
    sessionId: IdString.describe('The till session that took it'),
    createdBy: IdString,
    createdAt: Timestamp,
  })
  .meta({ id: 'InvoicePayment' })

export const Refund = z
  .object({
    id: IdString,
    method: PaymentMethod,
    amount: z.number(),
    reason: z.string(),
    sessionId: IdString.describe('The till session that paid it out'),
    createdBy: IdString,
    createdAt: Timestamp,
  })
  .meta({ id: 'InvoiceRefund' })

export const InvoiceReference = z.object({ type: z.enum(['session', 'lab-test']), id: IdString })
export type InvoiceReference = z.output<typeof InvoiceReference>

export const Invoice = resource('PosInvoice', {
  workspaceId: IdString,
  sessionId: IdString.nullable().describe('The till session; null on an invoice that another service made'),
  clientId: IdString.nullable(),
  clientName: z.string().nullable(),
  reference: InvoiceReference.nullable().describe('The appointment or lab test it was made from'),
  number: z.int().nullable().describe('Given at finalize, without gaps in a workspace'),
  status: InvoiceStatus,
  currencyCode: z.string(),
  items: z.array(InvoiceItem),
  discounts: z.array(DiscountLine).describe('In the order in which they apply'),
  subtotal: z.number(),
  total: z.number(),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  paidAmount: z.number(),
  refundedAmount: z.number(),
  createdBy: IdString,
  finalizedAt: Timestamp.nullable(),
  voidedAt: Timestamp.nullable(),
})
export type Invoice = z.output<typeof Invoice>

export const maxItems = 200

/** What was sold: of a product whole pieces only. */
export const NewInvoiceItem = z
  .object({
    productId: IdString.nullable().default(null),
    serviceId: IdString.nullable().default(null),
    name: nonBlank(200),
    quantity: decimal(4).positive({ error: 'must be more than 0' }).max(1_000_000),
    unitPrice: decimal(4).min(0).max(1_000_000_000_000),
  })
  .refine(({ productId, serviceId }) => productId === null || serviceId === null, {
    path: ['serviceId'],
    error: 'cannot stand beside productId',
  })
  .refine(({ productId, quantity }) => productId === null || Number.isInteger(quantity), {
    path: ['quantity'],
    error: 'of a product must be a whole number',
  })
export type NewInvoiceItem = z.output<typeof NewInvoiceItem>

export const NewInvoice = z
  .object({
    sessionId: IdString.describe('An open till session'),
    clientId: IdString.nullable().default(null),
    items: z.array(NewInvoiceItem).max(maxItems).default([]),
    applyClientDiscount: z.boolean().default(false).describe("Appends the client's own discount as a line"),
  })
  .refine(({ clientId, applyClientDiscount }) => !applyClientDiscount || clientId !== null, {
    path: ['clientId'],
    error: 'is needed to apply the discount of the client',
  })
export type NewInvoice = z.output<typeof NewInvoice>

export const InvoiceFilter = withDateRange(
  pageQuery.extend({
    status: InvoiceStatus.optional(),
    sessionId: IdString.optional(),
    clientId: IdString.optional(),
    number: z.coerce.number().int().min(1).optional(),
    from: DateOrTimestamp.optional(),
    to: DateOrTimestamp.optional(),
  }),
  'instant',
)
export type InvoiceFilter = z.output<typeof InvoiceFilter>

const OneInvoice = z.object({ invoice: Invoice })
const path = '/workspace/:workspaceId/pos/invoices'
const tag = 'POS invoices'

export const listInvoices = defineRoute({
  id: 'listInvoices',
  method: 'GET',
  path,
  summary: 'Invoices, newest first; as text/csv all that match, whatever the page',
  tag,
  access: workspace('store.orders.view'),
  query: InvoiceFilter,
  replies: {
    200: [z.object({ invoices: z.array(Invoice), pagination: Pagination }), raw('text/csv')],
  },
  fails: [400, 401, 403, 404, 422],
})

export const createInvoice = defineRoute({
  id: 'createInvoice',
  method: 'POST',
  path,
  summary: 'Begin an invoice at an open till, in its currency',
  tag,
  access: workspace('store.orders.manage'),
  body: NewInvoice,
  replies: { 201: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getInvoice = defineRoute({
  id: 'getInvoice',
  method: 'GET',
  path: `${path}/:invoiceId`,
  summary: 'One invoice',
  tag,
  access: workspace('store.orders.view'),
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404],
})

export const finalizeInvoice = defineRoute({
  id: 'finalizeInvoice',
  method: 'POST',
  path: `${path}/:invoiceId/finalize`,
  summary: 'Make a draft final: takes its products from the stock and gives it its number',
  description:
    'Too few of a product are 422 `OUT_OF_STOCK`, and the invoice stays a draft. While it is not known whether the stock was taken, the invoice is 422 `INVOICE_BUSY`; that ends by itself within a minute. A total of 0 is paid at once.',
  tag,
  access: workspace('store.orders.manage'),
  idempotency: 'saga',
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
})

export const voidInvoice = defineRoute({
  id: 'voidInvoice',
  method: 'POST',
  path: `${path}/:invoiceId/void`,
  summary: 'Give up an invoice of which nothing is paid, or everything paid was refunded; its stock returns',
  tag,
  access: workspace('store.orders.manage'),
  idempotency: 'transaction',
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
})
