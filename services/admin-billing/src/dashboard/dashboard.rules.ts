import {
  addDays,
  dayNumber,
  firstDate,
  firstInstant,
  fromMinor,
  invalid,
  lastInstant,
  utcDay,
  weekday,
} from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { CountedGroup } from '../counts/count.rules.ts'
import { currency } from '../money/currency.rules.ts'
import type { Plan } from '../plans/plan.contract.ts'
import { discountPrice, effectiveDiscount, monthlyCents } from '../renewals/renewal.rules.ts'
import type { Tally } from '../tallies/tally.rules.ts'
import type { DashboardOverview, Point } from './dashboard.contract.ts'

/** The days of the week that `today` lies in, from Sunday. */
export const weekOf = (today: CalendarDate): { from: CalendarDate; to: CalendarDate } => {
  const from = addDays(today, -weekday(today))
  return { from, to: addDays(from, 6) }
}

type Counted = Pick<Tally, 'kind' | 'bucket' | 'amount' | 'count'>

const sumOf = (sums: readonly Counted[]) => ({
  amount: fromMinor(
    sums.reduce((cents, sum) => cents + sum.amount, 0),
    currency,
  ),
  count: sums.reduce((count, sum) => count + sum.count, 0),
})

/** Today, this week, this month and ever, of a ledger's sums. */
export const toStats = (
  today: CalendarDate,
  sums: { week: readonly Counted[]; month: readonly Counted[]; all: readonly Counted[] },
): DashboardOverview['paymentStats'] => ({
  today: sumOf(sums.week.filter(({ bucket }) => bucket === today)),
  thisWeek: sumOf(sums.week),
  thisMonth: sumOf(sums.month),
  total: sumOf(sums.all),
})

/** A month's payments by their type. */
export const revenueByType = (month: readonly Counted[]): DashboardOverview['revenueByType'] => {
  const amountOf = (type: string) => sumOf(month.filter(({ kind }) => kind === type)).amount
  return {
    'ai-tools': amountOf('ai-tools'),
    sms: amountOf('sms'),
    storage: amountOf('storage'),
    subscription: amountOf('subscription'),
  }
}

/** How many are in the cohort and what they pay in a month: the discountPrice plan price each, and their additions. */
export const toCohort = (
  groups: readonly Omit<CountedGroup, 'key'>[],
  plans: readonly (Pick<Plan, 'pricePeriods'> & { id: string })[],
  discountOf: (categorySlug: string) => number | null | undefined,
): { count: number; monthlyUsd: number } => {
  const prices = new Map(plans.map((plan) => [plan.id, monthlyCents(plan)]))
  const cents = groups.reduce((sum, group) => {
    const discount = effectiveDiscount(
      group.discountPercentage,
      group.businessCategorySlug === null ? null : discountOf(group.businessCategorySlug),
    )
    return sum + group.count * discountPrice(prices.get(group.planId) ?? 0, discount) + group.additionsCents
  }, 0)
  return {
    count: groups.reduce((sum, group) => sum + group.count, 0),
    monthlyUsd: fromMinor(cents, currency),
  }
}

const defaultDays = 30
const maxDays = 3660

/** The days that a time series covers; the last 30 unless said otherwise, none before `firstDate`. */
export const toDays = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } => {
  const last = to === undefined ? laterOf(today, from) : utcDay(lastInstant(to))
  const first = from === undefined ? daysBefore(last) : utcDay(firstInstant(from))
  if (dayNumber(last) - dayNumber(first) >= maxDays)
    throw invalid('from', `must lie less than ${maxDays} days before to`)
  return { from: first, to: last }
}

const daysBefore = (last: CalendarDate): CalendarDate => {
  const first = addDays(last, 1 - defaultDays)
  return first > firstDate ? first : firstDate
}

const laterOf = (today: CalendarDate, from: string | undefined): CalendarDate => {
  const first = from === undefined ? today : utcDay(firstInstant(from))
  return first > today ? first : today
}

/** What came in on each day, zeros included. */
export const revenueSeries = (
  days: readonly Counted[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Point[] => {
  const cents = new Map<CalendarDate, number>()
  for (const day of days) cents.set(day.bucket, (cents.get(day.bucket) ?? 0) + day.amount)
  const points: Point[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    points.push({ date, value: fromMinor(cents.get(date) ?? 0, currency) })
  return points
}
