import { AppError, fromMinor } from '@wp/kernel'
import type { OccurrenceStatus } from './occurrence.contract.ts'
import type { StatusSum } from './occurrence.store.ts'

/** Why an occurrence that is not pending any more cannot be posted or skipped. */
export const settledAlready = (status: OccurrenceStatus): AppError =>
  new AppError(
    'VALIDATION_FAILED',
    `The occurrence is ${status}, which is final: only a pending one can be posted or skipped`,
  )

/** The sums of each currency by status; one that does not occur is 0. */
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
