import {
  addMonths,
  clampedDate,
  dateParts,
  invalid,
  iso,
  lastDate,
  multiplyToMinor,
  percentOf,
  utcDay,
} from '@wp/kernel'
import { currency } from '../money/money.contract.ts'
import type { Period, Plan } from '../plans/plan.contract.ts'
import type { StoredAddition, SubscriptionEnd } from '../subscriptions/subscription.types.ts'

/** Sorted from the shortest to the longest period. */
export const periods = ['monthly', 'quarterly', 'semiannual', 'annual'] as const

const monthsIn: Readonly<Record<Period, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
}

/** The workspace's discount takes precedence over its category's discount. */
export const effectiveDiscount = (own: number | null, category: number | null | undefined): number =>
  own ?? category ?? 0

/** Returns a discounted price in cents, rounded once. The percentage has at most four decimal places. */
export const applyDiscount = (cents: number, percentage: number): number =>
  percentOf(cents, (1_000_000 - Math.round(percentage * 10_000)) / 10_000)

/** Returns the price in cents, or null when the plan has no price in the platform's currency for this period. */
export const findPrice = (plan: Pick<Plan, 'pricePeriods'>, period: Period): number | null =>
  plan.pricePeriods.find((price) => price.period === period && price.currencyCode === currency)
    ?.amountCents ?? null

/**
 * Returns the monthly price, or one month's share of the shortest period with a price; 0 when no period has a price.
 */
export const monthlyCents = (plan: Pick<Plan, 'pricePeriods'>): number => {
  for (const period of periods) {
    const cents = findPrice(plan, period)
    if (cents !== null) return Math.round(cents / monthsIn[period])
  }
  return 0
}

type Line = { kind: 'plan' | 'discount' | 'addition'; label: string; cents: number }
export type QuoteInCents = { period: Period; lines: Line[]; totalCents: number }

/** Quotes plan price × (1 − discount/100) + additions. Throws VALIDATION_FAILED when the period has no price. */
export const calculateQuote = (
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
): QuoteInCents => {
  const price = findPrice(plan, period)
  if (price === null)
    throw invalid('period', `is not supported: the plan ${plan.name} has no ${period} price in ${currency}`)
  const lines: Line[] = [{ kind: 'plan', label: `${plan.name}, ${period}`, cents: price }]
  if (discountPercentage > 0)
    lines.push({
      kind: 'discount',
      label: `Discount of ${discountPercentage} %`,
      cents: applyDiscount(price, discountPercentage) - price,
    })
  for (const { reason, quantity, unitPrice } of invoiceAdditions)
    lines.push({
      kind: 'addition',
      label: reason,
      cents: multiplyToMinor(quantity, unitPrice, currency),
    })
  return { period, lines, totalCents: lines.reduce((sum, { cents }) => sum + cents, 0) }
}

/**
 * Returns the end after a renewal: one period after the current end, or after `now` if that is later. Keeps the time
 * of day and the original day of the month, or uses the last day of a shorter month.
 */
export const renewEnd = (current: SubscriptionEnd, now: Date, period: Period): SubscriptionEnd => {
  const { subscriptionEndDate: end } = current
  const isAhead = end !== null && end > now
  const from = isAhead ? end : now
  const renewalDay = (isAhead ? current.renewalDay : null) ?? dateParts(utcDay(from)).day
  const { year, month } = dateParts(addMonths(utcDay(from), monthsIn[period]))
  const day = clampedDate(year, month, renewalDay)
  if (day > lastDate)
    throw invalid('period', 'must be shorter: the subscription cannot end after the year 2999')
  return { subscriptionEndDate: new Date(`${day}${iso(from).slice(10)}`), renewalDay }
}
