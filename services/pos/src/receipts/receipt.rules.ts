import { invalid } from '@wp/kernel'
import type { StoredInvoice } from '../invoices/invoice.store.ts'
import type { ReceiptLanguage } from './receipt.contract.ts'

/** Refuses a receipt for what was never finalized. */
export const checkNumbered = ({ number, status }: Pick<StoredInvoice, 'number' | 'status'>): void => {
  if (number === null) throw invalid('status', `is ${status}: a receipt needs the number that finalize gives`)
}

/** The language asked for, else that of the workspace, else English. */
export const toReceiptLanguage = (asked: ReceiptLanguage | undefined, locale: string): ReceiptLanguage =>
  asked ?? (/^ar\b/i.test(locale) ? 'ar' : 'en')
