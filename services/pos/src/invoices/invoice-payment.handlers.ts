import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { PosDeps } from '../deps.ts'
import { payInvoice, refundInvoice } from './invoice-payment.actions.ts'
import * as routes from './invoice-payment.contract.ts'
import { toInvoice, toPayment, toRefund } from './invoice.view.ts'

export const invoicePaymentHandlers = (deps: PosDeps) => [
  handle(routes.payInvoice, async ({ workspaceId, principal, params, body }) => {
    const { invoice, payment } = await payInvoice(
      deps,
      workspaceId,
      params.invoiceId,
      body,
      principal.accountId,
    )
    return reply(201, { invoice: toInvoice(invoice), payment: toPayment(payment, invoice.currencyCode) })
  }),

  handle(routes.refundInvoice, async ({ workspaceId, principal, params, body }) => {
    const { invoice, refund } = await refundInvoice(
      deps,
      workspaceId,
      params.invoiceId,
      body,
      principal.accountId,
    )
    return reply(201, { invoice: toInvoice(invoice), refund: toRefund(refund, invoice.currencyCode) })
  }),
]
