import { AppError, fromMinor } from '@wp/kernel'
import type { OccurrenceStatus } from './occurrence.contract.ts'

export type StatusSum = { currencyCode: string; status: OccurrenceStatus; totalMinor: number; count: number }

/** Returns the error for posting or skipping an occurrence that is no longer pending. */
export const alreadySettled = (status: OccurrenceStatus): AppError =>
  new AppError(
    'VALIDATION_FAILED',
    `The occurrence is already ${status}; only pending occurrences can be posted or skipped`,
  )

/** Groups the sums by currency; a status without occurrences gets 0. */
export const toStatusStats = (sums: readonly StatusSum[], ownCurrency: string) => {
  const codes = new Set(sums.map(({ currencyCode }) => currencyCode))
  if (codes.size === 0) codes.add(ownCurrency)
  return [...codes].toSorted().map((currencyCode) => {
    const sumOf = (status: OccurrenceStatus) => {
      const sum = sums.find((each) => each.currencyCode === currencyCode && each.status === status)
      return { total: fromMinor(sum?.totalMinor ?? 0, currencyCode), count: sum?.count ?? 0 }
    }
    return { currencyCode, pending: sumOf('pending'), posted: sumOf('posted'), skipped: sumOf('skipped') }
  })
}
