import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { PlatformExpense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'
import { toExpense } from './expense.view.ts'

export const PlatformExpenseRecorded = defineEvent({
  type: 'wp.admin-billing.expense.recorded.v1',
  summary: 'A platform expense was recorded',
  data: z.object({ expense: PlatformExpense }),
})

export const publishExpenseRecorded = (tx: Tx, stored: StoredExpense): void =>
  tx.publish(PlatformExpenseRecorded, {
    workspaceId: null,
    data: { expense: toExpense(stored) },
    aggregate: stored.id,
  })
