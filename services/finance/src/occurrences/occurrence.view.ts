import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { RecurringExpenseOccurrence } from './occurrence.contract.ts'
import type { StoredOccurrence } from './occurrence.store.ts'

export const toOccurrence = (stored: StoredOccurrence): RecurringExpenseOccurrence => {
  const { amountMinor, ...occurrence } = withIsoTimes(stored)
  return { ...occurrence, amount: fromMinor(amountMinor, stored.currencyCode) }
}
