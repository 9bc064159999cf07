import { AppError, invalid, multiplyToMinor, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { OrderableAnalysis } from '../analyses/analysis.types.ts'
import { toDiscountMinor } from '../coupons/coupon.rules.ts'
import type { CouponTerms } from '../coupons/coupon.types.ts'
import { labsErrors } from '../errors.ts'
import type { StoredUnit } from '../units/unit.types.ts'
import { notEvaluated } from './lab-test-result.rules.ts'
import { maxItems } from './lab-test.contract.ts'
import type { LabTestChanges } from './lab-test.contract.ts'
import type { StoredItem, StoredLabTest } from './lab-test.types.ts'

/** Copies an analysis's current names, unit and price into a test item. */
export const toItem = (id: Id, analysis: OrderableAnalysis, units: readonly StoredUnit[]): StoredItem => ({
  id,
  analysisId: analysis.id,
  testName: analysis.testName,
  reportName: analysis.reportName,
  billName: analysis.billName,
  taxRateId: analysis.taxRateId ?? null,
  price: analysis.price,
  unit: units.find((unit) => unit.id === analysis.unitId)?.labUnitTitle ?? null,
  resultValueNumeric: null,
  ...notEvaluated,
  amendments: [],
})

/** Rounds each item like pos does, so that the total matches the invoice. */
export const computeTotals = (
  items: readonly Pick<StoredItem, 'price'>[],
  coupon: CouponTerms | null,
  currencyCode: string,
) => {
  if (items.length > maxItems)
    throw invalid('analysisIds', `must contain at most ${maxItems} analyses per test`)
  const subtotalMinor = items.reduce((sum, { price }) => sum + multiplyToMinor(1, price, currencyCode), 0)
  if (!Number.isSafeInteger(subtotalMinor))
    throw invalid('analysisIds', 'cannot be ordered together because the total is too large')
  const discountMinor = coupon ? toDiscountMinor(coupon, subtotalMinor, currencyCode) : 0
  return { subtotalMinor, discountMinor, totalMinor: subtotalMinor - discountMinor }
}

const maxItemBytes = 2 * 1024 * 1024

/** Throws when results and amendments make the items too large to store. */
export const checkItemBytes = (before: readonly StoredItem[], after: readonly StoredItem[]): void => {
  const bytes = bytesOf(after)
  if (bytes > maxItemBytes && bytes > bytesOf(before))
    throw invalid('items', `cannot exceed ${maxItemBytes / 1024 / 1024} MiB, including ranges and notes`)
}

const bytesOf = (items: readonly StoredItem[]): number => Buffer.byteLength(JSON.stringify(items))

/**
 * Returns the analyses in the order of `ids`. Throws NOT_FOUND for an unknown analysis and VALIDATION_FAILED for a
 * deactivated one.
 */
export const checkOrderable = (
  ids: readonly Id[],
  found: readonly OrderableAnalysis[],
): OrderableAnalysis[] =>
  ids.map((id) => {
    const analysis = found.find((each) => each.id === id)
    if (!analysis) throw notFound('Analysis')
    if (analysis.deletedAt)
      throw invalid('analysisIds', `cannot contain ${analysis.testName}, which is deactivated`)
    return analysis
  })

type Billing = Pick<StoredLabTest, 'invoice' | 'incomeId' | 'invoiceStep' | 'incomeStep'>

/** Returns true once a billing call has started, unless it was rejected. */
const isBilled = ({ invoice, incomeId, invoiceStep, incomeStep }: Billing): boolean =>
  (invoice ?? incomeId ?? invoiceStep ?? incomeStep) !== null

export const checkNotBilled = (billing: Billing): void => {
  if (isBilled(billing))
    throw new AppError(
      labsErrors.TEST_BILLED,
      'The test was billed, so its analyses, client and coupon cannot be changed',
    )
}

/** Throws when the test's status or billing does not allow the changes. Cancelling again is allowed. */
export const checkLabTestChanges = (labTest: StoredLabTest, changes: LabTestChanges): void => {
  const { status, ...others } = changes
  const hasOthers = Object.values(others).some((value) => value !== undefined)
  if (labTest.status === 'completed' && (hasOthers || status !== undefined))
    throw invalid('status', 'must not be completed; only its results can be amended')
  if (labTest.status === 'cancelled' && hasOthers) throw invalid('status', 'must not be cancelled')
  if (changes.clientId !== undefined || changes.couponCode !== undefined) checkNotBilled(labTest)
}
