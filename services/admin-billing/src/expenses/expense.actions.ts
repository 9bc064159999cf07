import { utcDay } from '@wp/kernel'
import { recordAudit } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/money.contract.ts'
import { dailyChange } from '../counters/counter.rules.ts'
import { publishExpenseRecorded } from './expense.events.ts'
import type { NewExpense, StoredExpense } from './expense.store.ts'

/** Records an expense of the platform, counts and publishes it and writes the audit entry, in one transaction. */
export const recordExpense = (
  { db, expenses, counters }: Pick<AdminBillingDeps, 'db' | 'expenses' | 'counters'>,
  expense: NewExpense,
): Promise<StoredExpense> =>
  db.transaction(async (tx) => {
    const recorded = await expenses.insert({ ...expense, currencyCode: currency })
    await counters.add([dailyChange('expenses', 'all', utcDay(expense.spentAt), 1, expense.cents)])
    publishExpenseRecorded(tx, recorded)
    recordAudit(tx, {
      adminId: expense.createdBy,
      action: 'expense.recorded',
      targetType: 'expense',
      targetId: recorded.id,
    })
    return recorded
  })
