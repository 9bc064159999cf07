import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import {
  addInvoiceDiscount,
  addInvoiceItem,
  removeInvoiceDiscount,
  removeInvoiceItem,
  updateInvoiceItem,
} from './invoice-line.actions.ts'
import type { LineDeps } from './invoice-line.actions.ts'
import * as routes from './invoice-line.contract.ts'
import { toInvoice } from './invoice.view.ts'

export const invoiceLineHandlers = (deps: LineDeps) => [
  handle(routes.addInvoiceItem, async ({ workspaceId, params, body }) =>
    reply(201, toInvoice(await addInvoiceItem(deps, workspaceId, params.invoiceId, body))),
  ),

  handle(routes.updateInvoiceItem, async ({ workspaceId, params: { invoiceId, itemId }, body }) =>
    reply(200, toInvoice(await updateInvoiceItem(deps, workspaceId, invoiceId, itemId, body))),
  ),

  handle(routes.removeInvoiceItem, async ({ workspaceId, params: { invoiceId, itemId } }) =>
    reply(200, toInvoice(await removeInvoiceItem(deps, workspaceId, invoiceId, itemId))),
  ),

  handle(routes.addInvoiceDiscount, async ({ workspaceId, params, body }) =>
    reply(200, toInvoice(await addInvoiceDiscount(deps, workspaceId, params.invoiceId, body))),
  ),

  handle(routes.removeInvoiceDiscount, async ({ workspaceId, params: { invoiceId, discountId } }) =>
    reply(200, toInvoice(await removeInvoiceDiscount(deps, workspaceId, invoiceId, discountId))),
  ),
]
