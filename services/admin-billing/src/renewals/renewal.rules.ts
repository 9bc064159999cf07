import { addMonths, invalid, iso, percentOf, utcDay } from '@wp/kernel'
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

/** The end after a renewal: the period later than the later of now and the current end, at the same time of day. */
export const renewedEnd = (end: Date | null, now: Date, period: Period): Date => {
  const from = end !== null && end > now ? end : now
  const day = addMonths(utcDay(from), monthsOf[period])
  return new Date(`${day}${iso(from).slice(10)}`)
}
