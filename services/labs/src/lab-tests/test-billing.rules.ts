import { invalid, toMinor } from '@wp/kernel'
import { toInvoiceDiscount } from '../coupons/coupon.rules.ts'
import type { StoredTest } from './lab-test.store.ts'

/** Refuses to bill what is cancelled or holds nothing. */
export const checkBillable = ({ status, items }: Pick<StoredTest, 'status' | 'items'>): void => {
  if (status === 'cancelled') throw invalid('status', 'is cancelled: the test cannot be billed')
  if (items.length === 0) throw invalid('items', 'are none: add an analysis first')
}

/** An invoice that stands. */
export const openInvoiceOf = ({ invoice }: Pick<StoredTest, 'invoice'>): StoredTest['invoice'] =>
  invoice && invoice.status !== 'void' ? invoice : null

/** The lines of the invoice: the till comes to the same total. */
export const toInvoiceLines = ({ items, coupon, currencyCode }: StoredTest) => ({
  items: items.map(({ billName, price }) => ({ name: billName, quantity: 1, unitPrice: price })),
  discounts: coupon
    ? [{ ...toInvoiceDiscount(coupon, currencyCode), reason: coupon.couponTitle, source: 'manual' }]
    : [],
})

/** The total of the invoice where there is one; VALIDATION_FAILED for nothing. */
export const toIncomeMinor = (test: StoredTest): number => {
  const invoice = openInvoiceOf(test)
  const minor = invoice ? toMinor(invoice.total, test.currencyCode) : test.totalMinor
  if (minor === 0) throw invalid('total', 'is 0: there is no income to book')
  return minor
}
