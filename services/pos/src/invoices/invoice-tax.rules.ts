import { takenTaxLines } from '@wp/kernel'
import type { TaxLine } from '@wp/kernel'
import { negative } from '../taxes/tax.rules.ts'
import { toVoidedMinor } from './invoice-payment.rules.ts'
import { toInvoiceTaxes } from './invoice.rules.ts'
import type { StoredInvoice } from './invoice.types.ts'

/** Returns what finalizing, refunding and voiding an invoice recorded, or would have recorded in an older version. */
export const toTaxHistory = (invoice: StoredInvoice): { at: Date; lines: TaxLine[] }[] => {
  if (!invoice.finalizedAt) return []
  const lines = toInvoiceTaxes(invoice)
  let refundedMinor = 0
  const refunds = invoice.refunds.map(({ createdAt, amountMinor }) => {
    const taken = takenTaxLines(lines, refundedMinor, amountMinor)
    refundedMinor += amountMinor
    return { at: createdAt, lines: negative(taken) }
  })
  const rest = takenTaxLines(lines, refundedMinor, toVoidedMinor(invoice))
  return [
    { at: invoice.finalizedAt, lines },
    ...refunds,
    ...(invoice.voidedAt ? [{ at: invoice.voidedAt, lines: negative(rest) }] : []),
  ]
}
