import { invalid } from '@wp/kernel'
import type { StoredInvoice } from '../invoices/invoice.types.ts'

/** Throws when the invoice was never finalized. */
export const checkNumbered = ({ number, status }: Pick<StoredInvoice, 'number' | 'status'>): void => {
  if (number === null) throw invalid('status', `must be finalized to get a receipt, but is ${status}`)
}
