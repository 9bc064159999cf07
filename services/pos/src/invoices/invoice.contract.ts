import { defineRoute, raw, resource, totalRange, withDateRange, withTotalRange, workspace } from '@wp/http'
import {
  DateOrTimestamp,
  decimal,
  EmailAddress,
  IdString,
  nonBlank,
  pageQuery,
  Pagination,
  Timestamp,
} from '@wp/kernel'
import { Language } from '@wp/texts'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'
import { posErrors } from '../errors.ts'

export const InvoiceStatus = z.enum(['draft', 'finalized', 'paid', 'refunded', 'void'])
export type InvoiceStatus = z.output<typeof InvoiceStatus>

export const PaymentMethod = z.enum(['cash', 'card', 'transfer'])
export const DiscountKind = z.enum(['fixed', 'percentage'])
export const DiscountSource = z.enum(['manual', 'client'])

export const InvoiceItem = z
  .object({
    id: IdString,
    productId: IdString.nullable(),
    variantId: IdString.nullable().describe('The variant of the product, if it is sold in variants'),
    serviceId: IdString.nullable(),
    name: z.string(),
    quantity: z.number(),
    unitPrice: z.number().describe('Includes tax'),
    total: z.number(),
    taxRateId: IdString.nullable(),
  })
  .meta({ id: 'InvoiceItem' })

export const DiscountLine = z
  .object({
    id: IdString,
    kind: DiscountKind,
    value: z.number().describe('An amount, or a percentage of the subtotal'),
    amount: z
      .number()
      .describe('The amount deducted, at most the amount that the previous discounts have left'),
    reason: z.string(),
    source: DiscountSource.optional(),
  })
  .meta({ id: 'DiscountLine' })

export const Payment = z
  .object({
    id: IdString,
    method: PaymentMethod,
    amount: z.number().describe('The amount received'),
    change: z.number().describe('The change given'),
    sessionId: IdString.describe('The till session that received the payment'),
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
    sessionId: IdString.describe('The till session that paid the refund'),
    createdBy: IdString,
    createdAt: Timestamp,
  })
  .meta({ id: 'InvoiceRefund' })

export const InvoiceReference = z.object({ type: z.enum(['session', 'lab-test']), id: IdString })
export type InvoiceReference = z.output<typeof InvoiceReference>

export const Invoice = resource('PosInvoice', {
  workspaceId: IdString,
  sessionId: IdString.nullable().describe('The till session; null for invoices that another service created'),
  clientId: IdString.nullable(),
  clientName: z.string().nullable(),
  reference: InvoiceReference.nullable().describe('The appointment or lab test that the invoice is for'),
  number: z
    .int()
    .nullable()
    .describe('Assigned when the invoice is finalized, without gaps within a workspace'),
  status: InvoiceStatus,
  currencyCode: z.string(),
  items: z.array(InvoiceItem),
  discounts: z.array(DiscountLine).describe('Discounts in the order in which they are applied'),
  subtotal: z.number(),
  total: z.number(),
  taxes: z
    .array(TaxLine)
    .describe('The taxes that the total contains, by rate; discounts reduce each rate in proportion'),
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

export const NewInvoiceItem = z
  .object({
    productId: IdString.nullable().default(null),
    variantId: IdString.nullable().default(null).describe('Required for a product with variants'),
    serviceId: IdString.nullable().default(null),
    name: nonBlank(200),
    quantity: decimal(4).positive({ error: 'must be greater than 0' }).max(1_000_000),
    unitPrice: decimal(4).min(0).max(1_000_000_000_000),
    taxRateId: IdString.nullable()
      .optional()
      .describe("An active tax rate of the workspace. Defaults to the product's or service's rate"),
  })
  .refine(({ productId, serviceId }) => productId === null || serviceId === null, {
    path: ['serviceId'],
    error: 'cannot be combined with productId',
  })
  .refine(({ productId, variantId }) => productId !== null || variantId === null, {
    path: ['variantId'],
    error: 'must be omitted without productId',
  })
  .refine(({ productId, quantity }) => productId === null || Number.isInteger(quantity), {
    path: ['quantity'],
    error: 'must be a whole number for a product',
  })
export type NewInvoiceItem = z.output<typeof NewInvoiceItem>

export const NewInvoice = z
  .object({
    sessionId: IdString.describe('An open till session'),
    clientId: IdString.nullable().default(null),
    items: z.array(NewInvoiceItem).max(maxItems).default([]),
    applyClientDiscount: z
      .boolean()
      .default(false)
      .describe("Whether to add the client's discount as a line"),
  })
  .refine(({ clientId, applyClientDiscount }) => !applyClientDiscount || clientId !== null, {
    path: ['clientId'],
    error: "is required to apply the client's discount",
  })
export type NewInvoice = z.output<typeof NewInvoice>

export const InvoiceFilter = withDateRange(
  withTotalRange(
    pageQuery.extend({
      status: InvoiceStatus.optional(),
      sessionId: IdString.optional(),
      clientId: IdString.optional(),
      number: z.coerce.number().int().min(1).optional(),
      from: DateOrTimestamp.optional(),
      to: DateOrTimestamp.optional(),
      ...totalRange,
    }),
  ),
  'local instant',
)
export type InvoiceFilter = z.output<typeof InvoiceFilter>

const OneInvoice = z.object({ invoice: Invoice })
const path = '/workspace/:workspaceId/pos/invoices'
const tag = 'POS invoices'

export const listInvoices = defineRoute({
  id: 'listInvoices',
  method: 'GET',
  path,
  summary: 'List invoices',
  description:
    "Sorted by creation time, newest first. `from` and `to` given as days mean days in the workspace's time zone. `minTotal` and `maxTotal` are inclusive and match invoices in the workspace's currency. With `Accept: text/csv`, returns all matching invoices and ignores paging.",
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
  summary: 'Create an invoice',
  description: "Creates a draft at an open till, in the till's currency.",
  tag,
  access: workspace('store.orders.manage'),
  body: NewInvoice,
  replies: { 201: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [posErrors.SESSION_CLOSED],
})

export const getInvoice = defineRoute({
  id: 'getInvoice',
  method: 'GET',
  path: `${path}/:invoiceId`,
  summary: 'Get an invoice',
  tag,
  access: workspace('store.orders.view'),
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404],
})

export const finalizeInvoice = defineRoute({
  id: 'finalizeInvoice',
  method: 'POST',
  path: `${path}/:invoiceId/finalize`,
  summary: 'Finalize an invoice',
  description:
    'Takes the products from stock and assigns the number. An invoice without items returns 422. If a product is out of stock, returns 422 `OUT_OF_STOCK` and the invoice stays a draft. While the outcome of the stock reservation is unknown, all changes return 422 `INVOICE_BUSY`, usually for less than a minute. An invoice with a total of 0 becomes paid immediately.',
  tag,
  access: workspace('store.orders.manage'),
  idempotency: 'saga',
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
  errors: Object.values(posErrors),
})

export const voidInvoice = defineRoute({
  id: 'voidInvoice',
  method: 'POST',
  path: `${path}/:invoiceId/void`,
  summary: 'Void an invoice',
  description:
    'Allowed for a draft, an invoice with a total of 0, and a finalized invoice without payments or with all its payments refunded. Returns the products to stock.',
  tag,
  access: workspace('store.orders.manage'),
  idempotency: 'transaction',
  replies: { 200: OneInvoice },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [posErrors.INVOICE_BUSY],
})

export const InvoiceRecipient = z.object({
  email: EmailAddress.optional().describe("Defaults to the client's email address"),
  language: Language.optional().describe("Defaults to the client's language"),
})
export type InvoiceRecipient = z.output<typeof InvoiceRecipient>

export const sendInvoice = defineRoute({
  id: 'sendInvoice',
  method: 'POST',
  path: `${path}/:invoiceId/send`,
  summary: 'Send an invoice by email',
  description:
    'The invoice must be finalized and not void. Every call sends another email, unless it repeats an `Idempotency-Key`. `GET /workspace/:workspaceId/messages` shows whether it was sent.',
  tag,
  access: workspace('store.orders.manage'),
  idempotency: 'transaction',
  body: InvoiceRecipient,
  replies: { 202: z.object({ recipient: z.object({ email: z.string() }) }) },
  fails: [400, 401, 403, 404, 409, 422],
})
