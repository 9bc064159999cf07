import { AppError, fromMinor, withIsoTimes } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Expense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'

/** The days that `from` and `to` mean, both included; `from` after `to` is refused. */
export const dateRange = (range: {
  from?: string | undefined
  to?: string | undefined
}): { from: CalendarDate | null; to: CalendarDate | null } => {
  const [from, to] = [range.from?.slice(0, 10) ?? null, range.to?.slice(0, 10) ?? null]
  if (from && to && from > to)
    throw new AppError('VALIDATION_FAILED', `from (${from}) must not lie after to (${to})`, {
      details: [{ path: 'from', message: `must be ${to} or earlier` }],
    })
  return { from, to }
}

/** Stored minor units as the decimal amount that callers see. */
export const shownExpense = (stored: StoredExpense): Expense => {
  const { amountMinor, ...expense } = withIsoTimes(stored)
  return { ...expense, amount: fromMinor(amountMinor, stored.currencyCode) }
}
