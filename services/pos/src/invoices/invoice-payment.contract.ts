import { defineRoute, workspace } from '@wp/http'
import { IdString, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { posErrors } from '../errors.ts'
import { Invoice, Payment, PaymentMethod, Refund } from './invoice.contract.ts'

const amount = z.number().positive({ error: 'must be greater than 0' })
const sessionId = IdString.optional().describe("An open till session; defaults to the invoice's session")

export const NewPayment = z.object({ method: PaymentMethod, amount, sessionId })
export type NewPayment = z.output<typeof NewPayment>

export const NewRefund = z.object({ method: PaymentMethod, amount, reason: nonBlank(2000), sessionId })
export type NewRefund = z.output<typeof NewRefund>

const path = '/workspace/:workspaceId/pos/invoices/:invoiceId'
const tag = 'POS invoices'

export const payInvoice = defineRoute({
  id: 'payInvoice',
  method: 'POST',
  path: `${path}/payments`,
  summary: 'Pay an invoice',
  description:
    'Records a payment for a finalized invoice, which accepts several payments until the total is reached. Cash above the amount due is returned as change.',
  tag,
  access: workspace('store.orders.manage'),
  body: NewPayment,
  replies: { 201: z.object({ invoice: Invoice, payment: Payment }) },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [posErrors.SESSION_CLOSED],
})

export const refundInvoice = defineRoute({
  id: 'refundInvoice',
  method: 'POST',
  path: `${path}/refunds`,
  summary: 'Refund an invoice',
  description:
    'Refunds all or part of the paid amount. A full refund of a paid invoice returns the products to stock.',
  tag,
  access: workspace('store.orders.manage'),
  body: NewRefund,
  replies: { 201: z.object({ invoice: Invoice, refund: Refund }) },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [posErrors.SESSION_CLOSED],
})
