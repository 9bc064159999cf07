import { fromMinor } from '@wp/kernel'
import { toPublicBusiness } from '@wp/workspaces'
import type { PosWorkspace } from '../deps.ts'
import type { StoredInvoice } from '../invoices/invoice.types.ts'
import { dueMinor } from '../invoices/invoice-payment.rules.ts'
import { toInvoice } from '../invoices/invoice.view.ts'
import type { Receipt } from './receipt.contract.ts'

/** The invoice must have a number. */
export const toReceipt = (
  stored: StoredInvoice,
  workspace: Pick<PosWorkspace, 'name' | 'business'>,
): Receipt => {
  const invoice = toInvoice(stored)
  return {
    ...invoice,
    items: invoice.items.map((item, at) => ({ ...item, tax: stored.items[at]!.tax ?? null })),
    invoiceId: stored.id,
    number: invoice.number!,
    issuedAt: invoice.finalizedAt!,
    business: toPublicBusiness(workspace),
    dueAmount: fromMinor(dueMinor(stored), stored.currencyCode),
  }
}
