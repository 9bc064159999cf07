import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Expense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'

/** The days that `from` and `to` mean, both included. */
export const dateRange = (range: {
  from?: string | undefined
  to?: string | undefined
}): { from: CalendarDate | null; to: CalendarDate | null } => ({
  from: range.from?.slice(0, 10) ?? null,
  to: range.to?.slice(0, 10) ?? null,
})

/** Stored minor units as the decimal amount that callers see. */
export const shownExpense = (stored: StoredExpense): Expense => {
  const { amountMinor, ...expense } = withIsoTimes(stored)
  return { ...expense, amount: fromMinor(amountMinor, stored.currencyCode) }
}
