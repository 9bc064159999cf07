import type { PosInvoice } from '@workspace-platform/client/pos'
import type { InvoiceSearch } from './invoice-search.rules.ts'
import { fromMinor, toMinor, toNumber } from '../../app/sales/money.rules.ts'

/**
 * Returns the query for the API; null if no invoice can match, for example because the number contains
 * letters.
 */
export const toInvoiceQuery = ({ number, minTotal, maxTotal, ...search }: InvoiceSearch) => {
  const digits = number === undefined ? undefined : toNumber(number.replace(/^#/, ''))
  if (digits !== undefined && !(Number.isSafeInteger(digits) && digits > 0)) return null
  return {
    ...search,
    ...(digits !== undefined && { number: digits }),
    ...(minTotal !== undefined && { minTotal: toNumber(minTotal) }),
    ...(maxTotal !== undefined && { maxTotal: toNumber(maxTotal) }),
  }
}

type Amounts = Pick<PosInvoice, 'status' | 'total' | 'paidAmount' | 'refundedAmount' | 'currencyCode'>

const minus = (a: number, b: number, currencyCode: string): number =>
  fromMinor(toMinor(a, currencyCode) - toMinor(b, currencyCode), currencyCode)

/** Returns the amount due. */
export const dueOf = ({ status, total, paidAmount, currencyCode }: Amounts): number =>
  status === 'finalized' ? minus(total, paidAmount, currencyCode) : 0

/** Returns what can be refunded. */
export const refundableOf = ({ status, paidAmount, refundedAmount, currencyCode }: Amounts): number =>
  status === 'finalized' || status === 'paid' ? minus(paidAmount, refundedAmount, currencyCode) : 0

/** Returns whether the platform accepts a void: nothing is paid, or all of it was refunded. */
export const isVoidable = ({ status, paidAmount, refundedAmount }: Amounts): boolean =>
  status !== 'void' && status !== 'refunded' && paidAmount <= refundedAmount
