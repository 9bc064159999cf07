import { csvReply, minorRange, prefersCsv, reply } from '@wp/http'
import { instantRange } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { PosDeps } from '../deps.ts'
import { finalizeInvoice, voidInvoice } from './invoice-finalization.actions.ts'
import { sendInvoice } from './invoice-sending.actions.ts'
import { createInvoice } from './invoice.actions.ts'
import * as routes from './invoice.contract.ts'
import { invoiceColumns, toInvoice } from './invoice.view.ts'

export const invoiceHandlers = (deps: PosDeps) => [
  handle(routes.listInvoices, async ({ workspaceId, workspace: { settings }, query: given, headers }) => {
    const { from, to, minTotal, maxTotal, ...rest } = given
    const query = {
      ...rest,
      ...instantRange({ from, to }, settings.timeZone),
      ...minorRange({ minTotal, maxTotal }, settings.currencyCode),
    }
    if (prefersCsv(headers))
      return csvReply('invoices', deps.invoices.iterate(workspaceId, query), invoiceColumns)
    const { items, pagination } = await deps.invoices.list(workspaceId, query)
    return reply(200, { invoices: items.map(toInvoice), pagination })
  }),

  handle(routes.createInvoice, async ({ workspaceId, principal, body }) => {
    const invoice = await createInvoice(deps, workspaceId, body, principal.accountId)
    return reply(201, { invoice: toInvoice(invoice) })
  }),

  handle(routes.getInvoice, async ({ workspaceId, params }) =>
    reply(200, { invoice: toInvoice(await deps.invoices.get(workspaceId, params.invoiceId)) }),
  ),

  handle(routes.finalizeInvoice, async ({ workspaceId, params, idempotencyKey }) => {
    const invoice = await finalizeInvoice(deps, workspaceId, params.invoiceId, idempotencyKey)
    return reply(200, { invoice: toInvoice(invoice) })
  }),

  handle(routes.voidInvoice, async ({ workspaceId, params }) =>
    reply(200, { invoice: toInvoice(await voidInvoice(deps, workspaceId, params.invoiceId)) }),
  ),

  handle(routes.sendInvoice, async ({ workspaceId, params, body, principal }) => {
    const email = await sendInvoice(deps, workspaceId, params.invoiceId, body, principal.accountId)
    return reply(202, { recipient: { email } })
  }),
]
