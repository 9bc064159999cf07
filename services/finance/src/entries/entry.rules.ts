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
import type { CalendarDate, TaxLine } from '@wp/kernel'
import { bookedTypes } from './entry.contract.ts'

export type EntryReference = { type: string; id: string }

/** Returns the reference type that the API shows for a type that services use: a `lab-test` is shown as `labTest`. */
export const toBookedType = (type: string): string => (type === 'lab-test' ? 'labTest' : type)

/** Returns whether the platform booked the entry for another record. */
export const isBooked = ({ reference }: { reference: EntryReference | null }): boolean =>
  reference !== null && bookedTypes.has(reference.type)

export type OpenRange = { from: CalendarDate | null; to: CalendarDate | null }
export type DayRange = { from: CalendarDate; to: CalendarDate }

/** Converts `from` and `to` to days; both are inclusive. */
export const toDateRange = (range: { from?: string | undefined; to?: string | undefined }): OpenRange => ({
  from: range.from === undefined ? null : toDay(range.from),
  to: range.to === undefined ? null : toDay(range.to),
})

/**
 * Fills in missing ends of a statistics range: `to` is today, or `from` if that is later; `from` is the first of the
 * month of `to`.
 */
export const toStatsRange = ({ from, to }: OpenRange, today: CalendarDate): DayRange => {
  const end = to ?? (from !== null && from > today ? from : today)
  return { from: from ?? firstOfMonth(end), to: end }
}

/** Returns the preceding range: as many whole months if the range covers whole months, otherwise as many days. */
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

/**
 * Applies a change to the amount or currency; throws if that changes an entry that the platform booked. When only the
 * currency changes, the amount stays the same number.
 */
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

/** Throws when the platform booked the entry, because such an entry's reference cannot change. */
export const requireOwnReference = (stored: { reference: EntryReference | null }): void => {
  if (isBooked(stored)) throw readOnly('The reference')
}

/** Throws when the platform booked the entry, because it belongs to another record. */
export const requireDeletable = (stored: { reference: EntryReference | null }): void => {
  if (isBooked(stored))
    throw new AppError(
      'VALIDATION_FAILED',
      `An entry booked for another record (${stored.reference!.type}) cannot be deleted; change that record instead`,
    )
}

const readOnly = (what: string): AppError =>
  new AppError(
    'VALIDATION_FAILED',
    `${what} is read-only because the entry was booked for another record; change that record instead`,
  )

/** The sum for one day and currency. */
export type DaySum = { date: CalendarDate; currencyCode: string; totalMinor: number }

/** The sum over a range for one currency, category and account. */
export type EntrySum = {
  currencyCode: string
  category: string | null
  account: string | null
  isPrevious: boolean
  totalMinor: number
  count: number
}

/** The sum over a range for one currency and tax rate. */
export type TaxSum = TaxLine & { currencyCode: string }

/** Returns the lines to store with an entry: the untaxed part follows from the amount. */
export const toTaxedLines = (lines: readonly TaxLine[]): { taxes?: TaxLine[] } => {
  const taxes = lines.filter(({ name, grossMinor }) => name !== null && grossMinor !== 0)
  return taxes.length > 0 ? { taxes } : {}
}

/**
 * Adds the untaxed part, so that the gross amounts add up to the total. Highest percentage first, untaxed
 * last.
 */
const withUntaxed = (taxed: readonly TaxLine[], totalMinor: number): TaxLine[] => {
  const restMinor = totalMinor - taxed.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
  const rest = { name: null, percentage: 0, netMinor: restMinor, taxMinor: 0, grossMinor: restMinor }
  return [
    ...taxed.toSorted((a, b) => b.percentage - a.percentage || (a.name ?? '').localeCompare(b.name ?? '')),
    ...(restMinor === 0 ? [] : [rest]),
  ]
}

/**
 * Builds statistics from sums. Lists only currencies with entries, or the workspace's currency when there are none.
 */
export const toStats = (
  sums: readonly EntrySum[],
  taxSums: readonly TaxSum[],
  range: DayRange,
  ownCurrency: string,
) => {
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
        taxes: withUntaxed(
          taxSums.filter((sum) => sum.currencyCode === currencyCode),
          sumOf(current, 'totalMinor'),
        ).map(({ name, percentage, netMinor, taxMinor, grossMinor }) => ({
          name,
          percentage,
          net: fromMinor(netMinor, currencyCode),
          tax: fromMinor(taxMinor, currencyCode),
          gross: fromMinor(grossMinor, currencyCode),
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

/** Groups sums by a key; the group with the largest total comes first. */
const groupBy = (sums: readonly EntrySum[], key: (sum: EntrySum) => string | null) =>
  [...Map.groupBy(sums, key)].toSorted(
    ([a, some], [b, others]) =>
      sumOf(others, 'totalMinor') - sumOf(some, 'totalMinor') || (a ?? '').localeCompare(b ?? ''),
  )
