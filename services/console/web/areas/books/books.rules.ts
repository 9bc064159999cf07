import type { Analytics, EntryStats } from '@workspace-platform/client/finance'
import { addDays, daysBetween } from '../../i18n/format.rules.ts'

/** Asks for all days: the API sorts by date only if it gets one, otherwise by creation. */
export const firstDay = '1900-01-01'

export const periods = ['week', 'month', 'year'] as const
export type Period = (typeof periods)[number]
export type Range = { from: string; to: string }
export const measures = ['income', 'expense', 'net'] as const
export type Measure = (typeof measures)[number]

const dayCounts = { week: 7, month: 30 }
const monthCount = 12

/** Returns the first day of the month a number of months after a date. */
const monthAfter = (date: string, months: number): string =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1))
    .toISOString()
    .slice(0, 10)

/**
 * Returns the days of a period that ends today, and of the preceding one. A year consists of whole months, so
 * that the platform compares it with whole months.
 */
export const rangesOf = (period: Period, today: string): { current: Range; before: Range } => {
  if (period === 'year') {
    const [from, next] = [monthAfter(today, 1 - monthCount), monthAfter(today, 1)]
    return {
      current: { from, to: addDays(next, -1) },
      before: { from: monthAfter(from, -monthCount), to: addDays(from, -1) },
    }
  }
  const days = dayCounts[period]
  const from = addDays(today, 1 - days)
  return { current: { from, to: today }, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** Returns the days or months of a range, as the analytics name them. */
export const pointsIn = ({ from, to }: Range, period: Period): string[] =>
  period === 'year'
    ? Array.from({ length: monthCount }, (_, index) => monthAfter(from, index).slice(0, 7))
    : Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** Returns the values of a measure in a currency, one for each point; 0 for points without entries. */
export const valuesOf = (
  { series }: Analytics,
  currencyCode: string,
  measure: Measure,
  points: readonly string[],
): number[] => {
  const byPoint = new Map(
    series.filter((row) => row.currencyCode === currencyCode).map((row) => [row.period, row[measure]]),
  )
  return points.map((point) => byPoint.get(point) ?? 0)
}

type CurrencyStats = EntryStats['currencies'][number]

const nothing: Omit<CurrencyStats, 'currencyCode'> = {
  total: 0,
  count: 0,
  average: 0,
  byCategory: [],
  byAccount: [],
  taxes: [],
  previous: { total: 0, count: 0 },
}

/** Returns the statistics in one currency; amounts in other currencies are never added. */
export const statsIn = ({ currencies }: EntryStats, currencyCode: string): CurrencyStats =>
  currencies.find((each) => each.currencyCode === currencyCode) ?? { currencyCode, ...nothing }

/** Returns the currencies of the entries, the workspace's currency first. */
export const currenciesIn = (own: string, ...all: EntryStats[]): string[] => [
  ...new Set([own, ...all.flatMap(({ currencies }) => currencies.map(({ currencyCode }) => currencyCode))]),
]

type Part = { name: string | null; total: number }

const shownParts = 6

/** Returns the largest parts of a total, and the rest as one; `name` is undefined for the rest. */
export const largestParts = (
  parts: readonly Part[],
): { name: string | null | undefined; total: number }[] => {
  const sorted = parts.toSorted((a, b) => b.total - a.total)
  if (sorted.length <= shownParts) return sorted
  const rest = sorted.slice(shownParts - 1)
  return [
    ...sorted.slice(0, shownParts - 1),
    { name: undefined, total: rest.reduce((sum, { total }) => sum + total, 0) },
  ]
}
