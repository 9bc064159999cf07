import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { RecurringExpenseRule } from './recurring-rule.contract.ts'
import type { StoredRule } from './recurring-rule.store.ts'

export const toRule = (stored: StoredRule): RecurringExpenseRule => {
  const { amountMinor, nextDueDate: _, ...rule } = withIsoTimes(stored)
  return { ...rule, amount: fromMinor(amountMinor, stored.currencyCode) }
}
