import type { StoredEntry } from '../entries/entry.store.ts'
import { toEntryFields } from '../entries/entry.view.ts'
import type { Expense } from './expense.contract.ts'

export const toExpense = (stored: StoredEntry): Expense => ({
  ...toEntryFields(stored),
  vendor: stored.party,
})
