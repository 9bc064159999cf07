import { invalid, taxLines, toMinor } from '@wp/kernel'
import type { Id, TaxLine } from '@wp/kernel'
import type { ItemTax } from '@wp/workspaces'
import { toInvoiceDiscount } from '../coupons/coupon.rules.ts'
import type { StoredLabTest } from './lab-test.types.ts'

/** Throws when the test is cancelled or has no items. */
export const checkBillable = ({ status, items }: Pick<StoredLabTest, 'status' | 'items'>): void => {
  if (status === 'cancelled') throw invalid('status', 'must not be cancelled')
  if (items.length === 0) throw invalid('items', 'must contain at least one analysis')
}

/** Returns the invoice unless it is void. */
export const findOpenInvoice = ({ invoice }: Pick<StoredLabTest, 'invoice'>): StoredLabTest['invoice'] =>
  invoice && invoice.status !== 'void' ? invoice : null

/** Returns invoice lines from which pos computes the same total. */
export const toInvoiceLines = ({ items, coupon, currencyCode }: StoredLabTest) => ({
  items: items.map(({ billName, price, taxRateId }) => ({
    name: billName,
    quantity: 1,
    unitPrice: price,
    ...(taxRateId && { taxRateId }),
  })),
  discounts: coupon
    ? [{ ...toInvoiceDiscount(coupon, currencyCode), reason: coupon.couponTitle, source: 'manual' }]
    : [],
})

/** Returns the invoice total, or the test total when there is no invoice or it is void. */
export const toIncomeMinor = (labTest: StoredLabTest): number => {
  const invoice = findOpenInvoice(labTest)
  return invoice ? toMinor(invoice.total, labTest.currencyCode) : labTest.totalMinor
}

/**
 * Returns the taxes of a lab test's income. Empty with an invoice, because finance books the taxes when the
 * invoice is finalized.
 */
export const toIncomeTaxes = (
  labTest: StoredLabTest,
  toTax: (taxRateId: Id | null | undefined) => ItemTax | null,
): (TaxLine & { name: string })[] => {
  if (findOpenInvoice(labTest)) return []
  const { items, totalMinor, currencyCode } = labTest
  const priced = items.map(({ price, taxRateId }) => ({
    totalMinor: toMinor(price, currencyCode),
    tax: toTax(taxRateId),
  }))
  const discountMinor = priced.reduce((sum, item) => sum + item.totalMinor, 0) - totalMinor
  return taxLines(priced, discountMinor).flatMap((line) =>
    line.name === null ? [] : [{ ...line, name: line.name }],
  )
}

export const checkAmount = (amountMinor: number): void => {
  if (amountMinor === 0) throw invalid('total', 'must be greater than 0 to book income')
}
