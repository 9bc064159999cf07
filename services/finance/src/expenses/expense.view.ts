import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { Expense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'

/** Stored minor units become the decimal amount that callers see. */
export const toExpense = (stored: StoredExpense): Expense => {
  const { amountMinor, ...expense } = withIsoTimes(stored)
  return { ...expense, amount: fromMinor(amountMinor, stored.currencyCode) }
}
