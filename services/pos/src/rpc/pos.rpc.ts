import { CurrencyCode, IdString, newId, notFound, requireValid } from '@wp/kernel'
import { posService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { taxOf } from '@wp/workspaces'
import { z } from 'zod'
import type { PosDeps } from '../deps.ts'
import { createDraftForReference } from '../invoices/invoice.actions.ts'
import { InvoiceReference, NewInvoiceItem } from '../invoices/invoice.contract.ts'
import { NewDiscount } from '../invoices/invoice-line.contract.ts'
import { toDiscount, toItem } from '../invoices/invoice.rules.ts'
import { toInvoiceMessage } from '../invoices/invoice.view.ts'

const DraftInvoiceRequest = z.object({
  workspaceId: IdString,
  reference: InvoiceReference,
  clientId: IdString.nullish().transform((id) => id ?? null),
  items: z.array(NewInvoiceItem),
  discounts: z.array(NewDiscount),
  createdBy: IdString,
  currencyCode: CurrencyCode.nullish(),
})

export const posRpc = (deps: Pick<PosDeps, 'db' | 'workspaces' | 'invoices' | 'tillSessions' | 'people'>) =>
  implement(posService, {
    createDraftInvoice: async (request) => {
      const { workspaceId, items, discounts, ...order } = requireValid(DraftInvoiceRequest, request)
      const workspace = await deps.workspaces.find(workspaceId)
      if (!workspace) throw notFound('Workspace')
      const currencyCode = order.currencyCode ?? workspace.settings.currencyCode
      const { invoice, isNew } = await createDraftForReference(deps, workspaceId, {
        ...order,
        currencyCode,
        items: items.map((item) => toItem(newId(), item, taxOf(workspace.taxRates, item.taxRateId))),
        discounts: discounts.map((discount) => toDiscount(newId(), discount, currencyCode)),
      })
      return { invoice: toInvoiceMessage(invoice), created: isNew }
    },
  })
