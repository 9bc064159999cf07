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
import type { Counter } from '../counters/counter.rules.ts'
import { currency } from '../money/money.contract.ts'
import type { Plan } from '../plans/plan.contract.ts'
import { applyDiscount, effectiveDiscount, monthlyCents } from '../renewals/renewal.rules.ts'
import type { PriceGroup } from '../counters/subscription-counter.rules.ts'
import type { DashboardOverview, Point } from './dashboard.contract.ts'

export type CountedGroup = PriceGroup & { key: string; count: number; additionsCents: number }

/** Returns the week of `today`; weeks start on Sunday. */
export const weekOf = (today: CalendarDate): { from: CalendarDate; to: CalendarDate } => {
  const from = addDays(today, -weekday(today))
  return { from, to: addDays(from, 6) }
}

type CounterValue = Pick<Counter, 'kind' | 'bucket' | 'amount' | 'count'>

const toSum = (counters: readonly CounterValue[]) => ({
  amount: fromMinor(
    counters.reduce((cents, { amount }) => cents + amount, 0),
    currency,
  ),
  count: counters.reduce((total, { count }) => total + count, 0),
})

export const toStats = (
  today: CalendarDate,
  sums: { week: readonly CounterValue[]; month: readonly CounterValue[]; all: readonly CounterValue[] },
): DashboardOverview['paymentStats'] => ({
  today: toSum(sums.week.filter(({ bucket }) => bucket === today)),
  thisWeek: toSum(sums.week),
  thisMonth: toSum(sums.month),
  total: toSum(sums.all),
})

export const revenueByType = (month: readonly CounterValue[]): DashboardOverview['revenueByType'] => {
  const toAmount = (type: string) => toSum(month.filter(({ kind }) => kind === type)).amount
  return {
    'ai-tools': toAmount('ai-tools'),
    sms: toAmount('sms'),
    storage: toAmount('storage'),
    subscription: toAmount('subscription'),
  }
}

/** Returns the cohort's size and monthly revenue: discounted plan prices plus additions. */
export const toCohort = (
  groups: readonly Omit<CountedGroup, 'key'>[],
  plans: readonly (Pick<Plan, 'pricePeriods'> & { id: string })[],
  categoryDiscounts: ReadonlyMap<string, number>,
): { count: number; monthlyUsd: number } => {
  const prices = new Map(plans.map((plan) => [plan.id, monthlyCents(plan)]))
  const cents = groups.reduce((sum, group) => {
    const discount = effectiveDiscount(
      group.discountPercentage,
      group.businessCategorySlug === null ? null : categoryDiscounts.get(group.businessCategorySlug),
    )
    return sum + group.count * applyDiscount(prices.get(group.planId) ?? 0, discount) + group.additionsCents
  }, 0)
  return {
    count: groups.reduce((sum, group) => sum + group.count, 0),
    monthlyUsd: fromMinor(cents, currency),
  }
}

const defaultDays = 30
const maxDays = 3660

/**
 * Returns the days of a time series: by default the last 30, but none before `firstDate`. Throws 422 for more than
 * `maxDays`.
 */
export const toDateRange = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } => {
  const last = to === undefined ? defaultEnd(today, from) : utcDay(lastInstant(to))
  const first = from === undefined ? defaultStart(last) : utcDay(firstInstant(from))
  if (dayNumber(last) - dayNumber(first) >= maxDays)
    throw invalid('from', `must be less than ${maxDays} days before the end of the range`)
  return { from: first, to: last }
}

const defaultStart = (last: CalendarDate): CalendarDate => {
  const first = addDays(last, 1 - defaultDays)
  return first > firstDate ? first : firstDate
}

const defaultEnd = (today: CalendarDate, from: string | undefined): CalendarDate => {
  const first = from === undefined ? today : utcDay(firstInstant(from))
  return first > today ? first : today
}

export const revenueSeries = (
  days: readonly CounterValue[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Point[] => {
  const cents = new Map<CalendarDate, number>()
  for (const day of days) cents.set(day.bucket, (cents.get(day.bucket) ?? 0) + day.amount)
  const points: Point[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    points.push({ date, value: fromMinor(cents.get(date) ?? 0, currency) })
  return points
}
