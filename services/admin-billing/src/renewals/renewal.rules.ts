import { addMonths, clampedDate, dateParts, invalid, iso, lastDate, percentOf, utcDay } from '@wp/kernel'
import { currency } from '../money/currency.rules.ts'
import type { Period, Plan } from '../plans/plan.contract.ts'
import { additionCents } from '../subscriptions/subscription.rules.ts'
import type { StoredAddition } from '../subscriptions/subscription.store.ts'

/** The periods that a plan may be sold for, shortest first. */
export const periods = ['monthly', 'quarterly', 'semiannual', 'annual'] as const

/** Calendar months of a period. */
const monthsOf: Readonly<Record<Period, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
}

/** The discount that counts: the workspace's own, or else its category's. */
export const effectiveDiscount = (own: number | null, category: number | null | undefined): number =>
  own ?? category ?? 0

/** A price after a discount in percent (at most four places), in cents: computed exactly and rounded once. */
export const discountPrice = (cents: number, percentage: number): number =>
  percentOf(cents, (1_000_000 - Math.round(percentage * 10_000)) / 10_000)

/** The price of a period in the platform's currency; null when the plan is not sold so. */
export const priceOf = (plan: Pick<Plan, 'pricePeriods'>, period: Period): number | null =>
  plan.pricePeriods.find((price) => price.period === period && price.currencyCode === currency)
    ?.amountCents ?? null

/** What a month of the plan costs: the monthly price, or the same share of the shortest period it is sold for; 0 when for none. */
export const monthlyCents = (plan: Pick<Plan, 'pricePeriods'>): number => {
  for (const period of periods) {
    const cents = priceOf(plan, period)
    if (cents !== null) return Math.round(cents / monthsOf[period])
  }
  return 0
}

type Line = { kind: 'plan' | 'discount' | 'addition'; label: string; cents: number }
export type CentsQuote = { period: Period; lines: Line[]; totalCents: number }

/** What renewing for a period costs: plan price × (1 − discount/100) + additions. VALIDATION_FAILED when the plan is not sold for it. */
export const toCentsQuote = (
  {
    plan,
    invoiceAdditions,
    discountPercentage,
  }: {
    plan: Pick<Plan, 'name' | 'pricePeriods'>
    invoiceAdditions: readonly StoredAddition[]
    discountPercentage: number
  },
  period: Period,
): CentsQuote => {
  const price = priceOf(plan, period)
  if (price === null)
    throw invalid(
      'period',
      `must be one that the plan ${plan.name} is sold for: it has no ${period} price in ${currency}`,
    )
  const lines: Line[] = [{ kind: 'plan', label: `${plan.name}, ${period}`, cents: price }]
  if (discountPercentage > 0)
    lines.push({
      kind: 'discount',
      label: `Discount of ${discountPercentage} %`,
      cents: discountPrice(price, discountPercentage) - price,
    })
  for (const addition of invoiceAdditions)
    lines.push({ kind: 'addition', label: addition.reason, cents: additionCents(addition) })
  return { period, lines, totalCents: lines.reduce((sum, { cents }) => sum + cents, 0) }
}

type SubscriptionEnd = { subscriptionEndDate: Date | null; renewalDay: number | null }

/** An end that was set, not renewed: renewals keep its day of the month. */
export const toSubscriptionEnd = (end: Date | null): SubscriptionEnd => ({
  subscriptionEndDate: end,
  renewalDay: end && dateParts(utcDay(end)).day,
})

/**
 * The end after a renewal: the period later than the later of now and the current end, at the same time of day, on the day
 * of the month on which the subscription first ended, or the last of a shorter month. Refused after the year 2999.
 */
export const renewEnd = (current: SubscriptionEnd, now: Date, period: Period): SubscriptionEnd => {
  const { subscriptionEndDate: end } = current
  const isAhead = end !== null && end > now
  const from = isAhead ? end : now
  const renewalDay = (isAhead ? current.renewalDay : null) ?? dateParts(utcDay(from)).day
  const { year, month } = dateParts(addMonths(utcDay(from), monthsOf[period]))
  const day = clampedDate(year, month, renewalDay)
  if (day > lastDate)
    throw invalid('period', 'would move the end of the subscription past the year 2999: choose a shorter one')
  return { subscriptionEndDate: new Date(`${day}${iso(from).slice(10)}`), renewalDay }
}
