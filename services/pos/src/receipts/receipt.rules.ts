import { invalid } from '@wp/kernel'
import type { StoredInvoice } from '../invoices/invoice.types.ts'

/** Refuses a receipt for what was never finalized. */
export const checkNumbered = ({ number, status }: Pick<StoredInvoice, 'number' | 'status'>): void => {
  if (number === null) throw invalid('status', `is ${status}: a receipt needs the number that finalize gives`)
}
