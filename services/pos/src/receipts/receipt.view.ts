import { fromMinor } from '@wp/kernel'
import type { StoredInvoice } from '../invoices/invoice.types.ts'
import { dueMinor } from '../invoices/invoice-payment.rules.ts'
import { toInvoice } from '../invoices/invoice.view.ts'
import type { Receipt } from './receipt.contract.ts'

/** The invoice must have a number. */
export const toReceipt = (stored: StoredInvoice, { name, phone, email }: Receipt['business']): Receipt => {
  const invoice = toInvoice(stored)
  return {
    ...invoice,
    invoiceId: stored.id,
    number: invoice.number!,
    issuedAt: invoice.finalizedAt!,
    business: { name, phone, email },
    dueAmount: fromMinor(dueMinor(stored), stored.currencyCode),
  }
}
