import { handle, reply } from '@wp/http'
import { newId } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import { changeDraft, checkItems } from './invoice.actions.ts'
import * as routes from './invoice-line.contract.ts'
import { changeItem, removeLine, toDiscount, toItem } from './invoice.rules.ts'
import { toInvoice } from './invoice.view.ts'

type LineDeps = Pick<PosDeps, 'db' | 'invoices' | 'tillSessions' | 'people' | 'stock'>

export const invoiceLineHandlers = (deps: LineDeps) => [
  handle(routes.addInvoiceItem, async ({ workspaceId, params: { invoiceId }, body }) => {
    await checkItems(deps, workspaceId, [body])
    const invoice = await changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({
      items: [...items, toItem(newId(), body)],
    }))
    return reply(201, toInvoice(invoice))
  }),

  handle(routes.updateInvoiceItem, async ({ workspaceId, params: { invoiceId, itemId }, body }) => {
    const invoice = await changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({
      items: changeItem(items, itemId, body),
    }))
    return reply(200, toInvoice(invoice))
  }),

  handle(routes.removeInvoiceItem, async ({ workspaceId, params: { invoiceId, itemId } }) => {
    const invoice = await changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({
      items: removeLine(items, itemId, 'Item'),
    }))
    return reply(200, toInvoice(invoice))
  }),

  handle(routes.addInvoiceDiscount, async ({ workspaceId, params: { invoiceId }, body }) => {
    const invoice = await changeDraft(deps, workspaceId, invoiceId, ({ discounts, currencyCode }) => ({
      discounts: [...discounts, toDiscount(newId(), body, currencyCode)],
    }))
    return reply(200, toInvoice(invoice))
  }),

  handle(routes.removeInvoiceDiscount, async ({ workspaceId, params: { invoiceId, discountId } }) => {
    const invoice = await changeDraft(deps, workspaceId, invoiceId, ({ discounts }) => ({
      discounts: removeLine(discounts, discountId, 'Discount'),
    }))
    return reply(200, toInvoice(invoice))
  }),
]
