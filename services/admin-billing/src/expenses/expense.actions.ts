import { publishAuditEntry } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/money.contract.ts'
import { publishExpenseRecorded } from './expense.events.ts'
import type { NewExpense, StoredExpense } from './expense.store.ts'

/** Records, counts, publishes and audits a platform expense in one transaction. */
export const recordExpense = (
  { db, expenses, counters }: Pick<AdminBillingDeps, 'db' | 'expenses' | 'counters'>,
  expense: NewExpense,
): Promise<StoredExpense> =>
  db.transaction(async (tx) => {
    const recorded = await expenses.insert({ ...expense, currencyCode: currency })
    await counters.countExpense(recorded)
    publishExpenseRecorded(tx, recorded)
    publishAuditEntry(tx, {
      adminId: expense.createdBy,
      action: 'expense.recorded',
      targetType: 'expense',
      targetId: recorded.id,
    })
    return recorded
  })
