import { defineRoute, raw, workspace } from '@wp/http'
import { IdString, malformed, Timestamp } from '@wp/kernel'
import { Language } from '@wp/texts'
import { PublicBusiness, TaxLine } from '@wp/workspaces'
import { z } from 'zod'
import { DiscountLine, InvoiceItem, InvoiceStatus, Payment, Refund } from '../invoices/invoice.contract.ts'

export const Receipt = z
  .object({
    invoiceId: IdString,
    number: z.int(),
    status: InvoiceStatus,
    issuedAt: Timestamp,
    business: PublicBusiness,
    clientName: z.string().nullable(),
    currencyCode: z.string(),
    items: z.array(
      InvoiceItem.omit({
        id: true,
        productId: true,
        variantId: true,
        serviceId: true,
        taxRateId: true,
      }).extend({
        tax: z
          .object({ name: z.string(), percentage: z.number() })
          .nullable()
          .describe("The rate at the sale's time; null when the item is not taxed"),
      }),
    ),
    discounts: z.array(DiscountLine.omit({ id: true })),
    subtotal: z.number(),
    total: z.number(),
    taxes: z.array(TaxLine),
    payments: z.array(Payment.pick({ method: true, amount: true, change: true, createdAt: true })),
    refunds: z.array(Refund.pick({ method: true, amount: true, reason: true, createdAt: true })),
    paidAmount: z.number(),
    refundedAmount: z.number(),
    dueAmount: z.number().describe('The amount still due on a finalized invoice; 0 for any other status'),
  })
  .meta({ id: 'PosReceipt' })
export type Receipt = z.output<typeof Receipt>

export const Paper = z.enum(['80mm', 'a4'])
export type Paper = z.output<typeof Paper>

export const getReceipt = defineRoute({
  id: 'getReceipt',
  method: 'GET',
  path: '/workspace/:workspaceId/pos/invoices/:invoiceId/receipt',
  summary: 'Get an invoice receipt',
  description:
    'The invoice must be finalized. With `Accept: text/html`, returns a printable page for a receipt printer (80 mm) or on A4.',
  tag: 'POS invoices',
  access: workspace('store.orders.view'),
  query: z.object({
    language: malformed(Language)
      .optional()
      .describe("The page's language; defaults to the first of the workspace's languages"),
    paper: malformed(Paper).default('80mm').describe("The page's paper"),
  }),
  replies: { 200: [z.object({ receipt: Receipt }), raw('text/html')] },
  fails: [400, 401, 403, 404, 422],
})
