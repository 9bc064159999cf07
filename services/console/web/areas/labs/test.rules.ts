import type { LabTest, LabTestItem } from '@workspace-platform/client/labs'
import type { Tone } from '../../ui/badge.tsx'
import type { TestStatus } from './labs-search.rules.ts'

export const testTones: Record<TestStatus, Tone> = {
  draft: 'neutral',
  'in-progress': 'warn',
  completed: 'ok',
  cancelled: 'neutral',
}

/** Returns whether results can be entered and analyses changed. */
export const isOpen = ({ status }: Pick<LabTest, 'status'>): boolean =>
  status === 'draft' || status === 'in-progress'

/** Returns whether the analyses, client and coupon are fixed. */
export const isBilled = ({ invoiceId, incomeId }: Pick<LabTest, 'invoiceId' | 'incomeId'>): boolean =>
  invoiceId !== null || incomeId !== null

type Results = { items: readonly Pick<LabTestItem, 'resultValueNumeric' | 'flag' | 'isCritical'>[] }

/** Returns the number of results, and whether any of them needs attention. */
export const summaryOf = ({ items }: Results) => ({
  entered: items.filter(({ resultValueNumeric }) => resultValueNumeric !== null).length,
  ordered: items.length,
  isCritical: items.some(({ isCritical }) => isCritical),
  isAbnormal: items.some(({ flag }) => flag === 'low' || flag === 'high'),
})

/** Returns the valid invoice: a void one can be replaced. */
export const openInvoiceOf = ({ invoice }: Pick<LabTest, 'invoice'>): LabTest['invoice'] =>
  invoice && invoice.status !== 'void' ? invoice : null

type Terms = { couponType: string; couponValue: number }

/** Returns the estimated price of a test; the API rounds it. */
export const totalsOf = (prices: readonly number[], coupon: Terms | null) => {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  const wanted = coupon
    ? coupon.couponType === 'percentage'
      ? (subtotal * Math.min(coupon.couponValue, 100)) / 100
      : coupon.couponValue
    : 0
  const discount = Math.min(wanted, subtotal)
  return { subtotal, discount, total: subtotal - discount }
}
