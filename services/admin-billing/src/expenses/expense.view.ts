import { fromMinor, iso } from '@wp/kernel'
import type { PlatformExpense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'

export const toExpense = (stored: StoredExpense): PlatformExpense => ({
  id: stored.id,
  category: stored.category,
  amount: fromMinor(stored.cents, stored.currencyCode),
  currencyCode: stored.currencyCode,
  spentAt: iso(stored.spentAt),
  note: stored.note,
  createdAt: iso(stored.createdAt),
  createdBy: stored.createdBy,
})
