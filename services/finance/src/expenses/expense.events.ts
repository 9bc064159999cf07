import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Expense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'
import { toExpense } from './expense.view.ts'

export const ExpenseCreated = defineEvent({
  type: 'wp.finance.expense.created.v1',
  summary: 'An expense was booked',
  data: z.object({ expense: Expense }),
})

export const publishExpenseCreated = (tx: Tx, stored: StoredExpense): void =>
  tx.publish(ExpenseCreated, { workspaceId: stored.workspaceId, data: { expense: toExpense(stored) } })
