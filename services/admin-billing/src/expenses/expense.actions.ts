import { utcDay } from '@wp/kernel'
import { recordAudit } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/currency.rules.ts'
import { dailyChange } from '../tallies/tally.rules.ts'
import { publishExpenseRecorded } from './expense.events.ts'
import type { NewExpense, StoredExpense } from './expense.store.ts'

/** Records an expense of the platform: the expense, the tallies, its event and the audit are one transaction. */
export const recordExpense = (
  { db, expenses, tallies }: Pick<AdminBillingDeps, 'db' | 'expenses' | 'tallies'>,
  expense: NewExpense,
): Promise<StoredExpense> =>
  db.transaction(async (tx) => {
    const recorded = await expenses.insert({ ...expense, currencyCode: currency })
    await tallies.add([dailyChange('expenses', 'all', utcDay(expense.spentAt), 1, expense.cents)])
    publishExpenseRecorded(tx, recorded)
    recordAudit(tx, {
      adminId: expense.createdBy,
      action: 'expense.recorded',
      targetType: 'expense',
      targetId: recorded.id,
    })
    return recorded
  })
