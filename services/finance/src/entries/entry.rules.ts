import {
  addDays,
  addMonths,
  AppError,
  clampedDate,
  dateParts,
  dayNumber,
  daysInMonth,
  fromMinor,
  toDay,
  toMinor,
} from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** References that the platform itself books by; callers cannot use them. */
export const bookedTypes: ReadonlySet<string> = new Set([
  'invoice',
  'session',
  'labTest',
  'order',
  'refund',
  'void',
  'occurrence',
])

export type EntryReference = { type: string; id: string }

/** Whether the platform has booked it for something that happened elsewhere. */
export const isBooked = ({ reference }: { reference: EntryReference | null }): boolean =>
  reference !== null && bookedTypes.has(reference.type)

export type OpenRange = { from: CalendarDate | null; to: CalendarDate | null }
export type DayRange = { from: CalendarDate; to: CalendarDate }

/** The days that `from` and `to` mean, both included. */
export const toDateRange = (range: { from?: string | undefined; to?: string | undefined }): OpenRange => ({
  from: range.from === undefined ? null : toDay(range.from),
  to: range.to === undefined ? null : toDay(range.to),
})

/** The days that statistics are about: what is left open ends today and begins with the month. */
export const toStatsRange = ({ from, to }: OpenRange, today: CalendarDate): DayRange => {
  const end = to ?? (from !== null && from > today ? from : today)
  return { from: from ?? firstOfMonth(end), to: end }
}

/** The period before: as many whole months where the range is whole months, else as many days. */
export const toPreviousRange = ({ from, to }: DayRange): DayRange => {
  const before = addDays(from, -1)
  if (from !== firstOfMonth(from) || to !== lastOfMonth(to))
    return { from: addDays(from, dayNumber(from) - dayNumber(to) - 1), to: before }
  const [start, end] = [dateParts(from), dateParts(to)]
  const months = (end.year - start.year) * 12 + end.month - start.month + 1
  return { from: addMonths(from, -months), to: before }
}

const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 8)}01`

const lastOfMonth = (date: CalendarDate): CalendarDate => {
  const { year, month } = dateParts(date)
  return clampedDate(year, month, daysInMonth(year, month))
}

type Money = { amountMinor: number; currencyCode: string }

/** What a change makes of the money of an entry: the amount stays the same number in another currency. */
export const toChangedMoney = (
  stored: Money & { reference: EntryReference | null },
  changes: { amount?: number | undefined; currencyCode?: string | undefined },
): Money => {
  const currencyCode = changes.currencyCode ?? stored.currencyCode
  const amount = changes.amount ?? fromMinor(stored.amountMinor, stored.currencyCode)
  const changed = { amountMinor: toMinor(amount, currencyCode), currencyCode }
  const isSame = changed.amountMinor === stored.amountMinor && currencyCode === stored.currencyCode
  if (!isSame && isBooked(stored)) throw readOnly('The amount')
  return changed
}

/** Refuses to take what the platform has booked away from what it belongs to. */
export const requireOwnReference = (stored: { reference: EntryReference | null }): void => {
  if (isBooked(stored)) throw readOnly('The reference')
}

/** Refuses to delete what the platform has booked: what it belongs to would have no money any more. */
export const requireDeletable = (stored: { reference: EntryReference | null }): void => {
  if (isBooked(stored))
    throw new AppError(
      'VALIDATION_FAILED',
      `It was booked for a record of its own (${stored.reference!.type}) and cannot be deleted: change that record instead`,
    )
}

const readOnly = (what: string): AppError =>
  new AppError(
    'VALIDATION_FAILED',
    `${what} is read only: the platform has booked it for a record of its own; change that one instead`,
  )

/** What the entries of one currency, category and account of a range come to. */
export type EntrySum = {
  currencyCode: string
  category: string | null
  account: string | null
  isPrevious: boolean
  totalMinor: number
  count: number
}

/** Statistics out of sums; a currency that occurs in neither period is left out, but for the workspace's own. */
export const toStats = (sums: readonly EntrySum[], range: DayRange, ownCurrency: string) => {
  const codes = new Set(sums.map(({ currencyCode }) => currencyCode))
  if (codes.size === 0) codes.add(ownCurrency)
  return {
    ...range,
    currencies: [...codes].toSorted().map((currencyCode) => {
      const own = sums.filter((sum) => sum.currencyCode === currencyCode)
      const current = own.filter(({ isPrevious }) => !isPrevious)
      const add = (some: readonly EntrySum[]) => toTotal(some, currencyCode)
      return {
        currencyCode,
        ...add(current),
        average: toAverage(current, currencyCode),
        byCategory: groupBy(current, ({ category }) => category).map(([category, some]) => ({
          category,
          ...add(some),
        })),
        byAccount: groupBy(current, ({ account }) => account).map(([account, some]) => ({
          account,
          ...add(some),
        })),
        previous: add(own.filter(({ isPrevious }) => isPrevious)),
      }
    }),
  }
}

const sumOf = (sums: readonly EntrySum[], field: 'totalMinor' | 'count'): number =>
  sums.reduce((sum, each) => sum + each[field], 0)

const toTotal = (sums: readonly EntrySum[], currencyCode: string) => ({
  total: fromMinor(sumOf(sums, 'totalMinor'), currencyCode),
  count: sumOf(sums, 'count'),
})

const toAverage = (sums: readonly EntrySum[], currencyCode: string): number => {
  const count = sumOf(sums, 'count')
  return count === 0 ? 0 : fromMinor(Math.round(sumOf(sums, 'totalMinor') / count), currencyCode)
}

/** Largest first. */
const groupBy = (sums: readonly EntrySum[], key: (sum: EntrySum) => string | null) =>
  [...Map.groupBy(sums, key)].toSorted(
    ([a, some], [b, others]) =>
      sumOf(others, 'totalMinor') - sumOf(some, 'totalMinor') || (a ?? '').localeCompare(b ?? ''),
  )
