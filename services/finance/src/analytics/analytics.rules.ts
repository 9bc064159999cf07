import { addDays, addMonths, fromMinor, invalid, weekday } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { DayRange, DaySum, OpenRange } from '../entries/entry.rules.ts'
import type { GroupBy } from './analytics.contract.ts'

const maxPeriods = 1000

/**
 * Fills in missing ends of a range: `to` is today, or `from` if that is later; without `from`, the range spans 30 days,
 * 12 weeks or 12 months.
 */
export const toSeriesRange = ({ from, to }: OpenRange, groupBy: GroupBy, today: CalendarDate): DayRange => {
  const end = to ?? (from !== null && from > today ? from : today)
  return { from: from ?? defaultStart[groupBy](end), to: end }
}

const defaultStart: Record<GroupBy, (to: CalendarDate) => CalendarDate> = {
  day: (to) => addDays(to, -29),
  week: (to) => addDays(startOf.week(to), -77),
  month: (to) => addMonths(startOf.month(to), -11),
}

/** Returns the first day of the period that contains a date. */
const startOf: Record<GroupBy, (date: CalendarDate) => CalendarDate> = {
  day: (date) => date,
  week: (date) => addDays(date, -((weekday(date) + 6) % 7)),
  month: (date) => `${date.slice(0, 8)}01`,
}

const nextStart: Record<GroupBy, (start: CalendarDate) => CalendarDate> = {
  day: (start) => addDays(start, 1),
  week: (start) => addDays(start, 7),
  month: (start) => addMonths(start, 1),
}

const toPeriod = (date: CalendarDate, groupBy: GroupBy): string =>
  groupBy === 'month' ? date.slice(0, 7) : startOf[groupBy](date)

/** Returns all periods in the range in order. Throws 422 when there are too many. */
export const periodsOf = ({ from, to }: DayRange, groupBy: GroupBy): string[] => {
  const periods: string[] = []
  for (let start = startOf[groupBy](from); start <= to; start = nextStart[groupBy](start)) {
    if (periods.length === maxPeriods)
      throw invalid('from', `must be less than ${maxPeriods} periods before the end of the range`)
    periods.push(toPeriod(start, groupBy))
  }
  return periods
}

/**
 * Returns income, expense and net for each period and currency. Without entries, returns zeros in the workspace's
 * currency.
 */
export const toSeries = (
  periods: readonly string[],
  groupBy: GroupBy,
  sums: { incomes: readonly DaySum[]; expenses: readonly DaySum[] },
  ownCurrency: string,
) => {
  const [incomes, expenses] = [totalsOf(sums.incomes, groupBy), totalsOf(sums.expenses, groupBy)]
  const codes = new Set([...sums.incomes, ...sums.expenses].map(({ currencyCode }) => currencyCode))
  if (codes.size === 0) codes.add(ownCurrency)
  const ordered = [...codes].toSorted()
  return periods.flatMap((period) =>
    ordered.map((currencyCode) => {
      const income = incomes.get(`${period} ${currencyCode}`) ?? 0
      const expense = expenses.get(`${period} ${currencyCode}`) ?? 0
      const show = (minor: number) => fromMinor(minor, currencyCode)
      return {
        period,
        currencyCode,
        income: show(income),
        expense: show(expense),
        net: show(income - expense),
      }
    }),
  )
}

const totalsOf = (sums: readonly DaySum[], groupBy: GroupBy): Map<string, number> => {
  const totals = new Map<string, number>()
  for (const { date, currencyCode, totalMinor } of sums) {
    const key = `${toPeriod(date, groupBy)} ${currencyCode}`
    totals.set(key, (totals.get(key) ?? 0) + totalMinor)
  }
  return totals
}
