import { AppError, invalid, multiplyToMinor, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAnalysis } from '../analyses/analysis.store.ts'
import { toDiscountMinor } from '../coupons/coupon.rules.ts'
import type { CouponTerms } from '../coupons/coupon.rules.ts'
import type { StoredUnit } from '../units/unit.store.ts'
import { evaluateResult, notEvaluated, reevaluate } from './evaluation.rules.ts'
import type { Subject } from './evaluation.rules.ts'
import { maxItems } from './lab-test.contract.ts'
import type { TestChanges } from './lab-test.contract.ts'
import type { StoredItem, StoredTest } from './lab-test.store.ts'

/** A test that was ordered, with names, unit and price of now. */
export const toItem = (id: Id, analysis: StoredAnalysis, units: readonly StoredUnit[]): StoredItem => ({
  id,
  analysisId: analysis.id,
  testName: analysis.testName,
  reportName: analysis.reportName,
  billName: analysis.billName,
  price: analysis.price,
  unit: units.find((unit) => unit.id === analysis.unitId)?.labUnitTitle ?? null,
  resultValueNumeric: null,
  ...notEvaluated,
  amendments: [],
})

/** Each item is rounded by itself, as the till does it, so that the total is that of the invoice. */
export const computeTotals = (
  items: readonly Pick<StoredItem, 'price'>[],
  coupon: CouponTerms | null,
  currencyCode: string,
) => {
  if (items.length > maxItems) throw invalid('analysisIds', `are at most ${maxItems} on one test`)
  const subtotalMinor = items.reduce((sum, { price }) => sum + multiplyToMinor(1, price, currencyCode), 0)
  if (!Number.isSafeInteger(subtotalMinor))
    throw invalid('analysisIds', 'come to more than can be computed exactly: lower their number or prices')
  const discountMinor = coupon ? toDiscountMinor(coupon, subtotalMinor, currencyCode) : 0
  return { subtotalMinor, discountMinor, totalMinor: subtotalMinor - discountMinor }
}

/** NOT_FOUND for an analysis that the workspace does not have, VALIDATION_FAILED for a deactivated one; in the order asked. */
export const checkOrderable = (ids: readonly Id[], found: readonly StoredAnalysis[]): StoredAnalysis[] =>
  ids.map((id) => {
    const analysis = found.find((each) => each.id === id)
    if (!analysis) throw notFound('Analysis')
    if (analysis.deletedAt)
      throw invalid(
        'analysisIds',
        `name ${analysis.testName}, which is deactivated: activate it or leave it out`,
      )
    return analysis
  })

/** Refuses a change to the items or results of a test that is over. */
export const checkOpen = ({ status }: Pick<StoredTest, 'status'>): void => {
  if (status === 'completed' || status === 'cancelled')
    throw invalid('status', `is ${status}: items and results cannot change any more`)
}

type Billing = Pick<StoredTest, 'invoice' | 'incomeId' | 'invoiceStep' | 'incomeStep'>

/** From the first billing call on; one that was refused leaves nothing. */
const isBilled = ({ invoice, incomeId, invoiceStep, incomeStep }: Billing): boolean =>
  (invoice ?? incomeId ?? invoiceStep ?? incomeStep) !== null

export const checkNotBilled = (test: Billing): void => {
  if (isBilled(test))
    throw new AppError(
      'TEST_BILLED',
      'The test is billed: its analyses, client and coupon cannot change any more',
    )
}

/** Refuses a change that the state does not allow; cancelling again and changing nothing are none. */
export const checkTestChanges = (test: StoredTest, changes: TestChanges): void => {
  const { status, ...others } = changes
  const hasOthers = Object.values(others).some((value) => value !== undefined)
  if (test.status === 'completed' && (hasOthers || status !== undefined))
    throw invalid('status', 'is completed: the test cannot change any more, its results can be amended')
  if (test.status === 'cancelled' && hasOthers)
    throw invalid('status', 'is cancelled: the test cannot change any more')
  if (changes.clientId !== undefined || changes.couponCode !== undefined) checkNotBilled(test)
}

export const getItem = (items: readonly StoredItem[], id: Id): StoredItem => {
  const item = items.find((each) => each.id === id)
  if (!item) throw notFound('Item')
  return item
}

export const replaceItem = (items: readonly StoredItem[], changed: StoredItem): StoredItem[] =>
  items.map((each) => (each.id === changed.id ? changed : each))

export const toSubject = ({
  clientDateOfBirth,
  clientGender,
  testDate,
}: Pick<StoredTest, 'clientDateOfBirth' | 'clientGender' | 'testDate'>): Subject => ({
  dateOfBirth: clientDateOfBirth,
  gender: clientGender,
  testDate,
})

const rangesOf = (analyses: readonly StoredAnalysis[], { analysisId }: StoredItem) =>
  analyses.find(({ id }) => id === analysisId)?.ranges ?? []

export const withResult = (
  item: StoredItem,
  resultValueNumeric: number,
  analyses: readonly StoredAnalysis[],
  subject: Subject,
): StoredItem => ({
  ...item,
  resultValueNumeric,
  ...evaluateResult(resultValueNumeric, rangesOf(analyses, item), subject),
})

/** All results judged again, for another client or another day. */
export const evaluateAnew = (
  items: readonly StoredItem[],
  analyses: readonly StoredAnalysis[],
  subject: Subject,
): StoredItem[] =>
  items.map((item) =>
    item.resultValueNumeric === null ? item : withResult(item, item.resultValueNumeric, analyses, subject),
  )

/** A corrected result, judged by the range of before; one that was missing is judged as a new one. */
export const amendItem = (
  item: StoredItem,
  {
    resultValueNumeric,
    ...amendment
  }: { resultValueNumeric: number; reason: string; amendedBy: Id; amendedAt: Date },
  analyses: readonly StoredAnalysis[],
  subject: Subject,
): StoredItem => {
  const { resultValueNumeric: previousValueNumeric, flag: previousFlag } = item
  const corrected = item.evaluation
    ? { ...item, resultValueNumeric, ...reevaluate(resultValueNumeric, item) }
    : withResult(item, resultValueNumeric, analyses, subject)
  return {
    ...corrected,
    amendments: [
      ...item.amendments,
      { previousValueNumeric, previousFlag, resultValueNumeric, ...amendment },
    ],
  }
}

/** Critical results that were not there before, or with another value. */
export const toNewlyCritical = (before: readonly StoredItem[], after: readonly StoredItem[]): StoredItem[] =>
  after.filter((item) => {
    const known = before.find(({ id }) => id === item.id)
    return item.isCritical && !(known?.isCritical && known.resultValueNumeric === item.resultValueNumeric)
  })
