import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Database, Tx } from '@wp/mongo'
import { z } from 'zod'
import { entryStore } from '../entries/entry.store.ts'
import type { StoredEntry } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/ledger.events.ts'
import { Expense } from './expense.contract.ts'
import { expenseCollection } from './expense.store.ts'
import { toExpense } from './expense.view.ts'

export const ExpenseCreated = defineEvent({
  type: 'wp.finance.expense.created.v1',
  summary: 'An expense was booked',
  data: z.object({ expense: Expense }),
})

export const ExpenseChanged = defineEvent({
  type: 'wp.finance.expense.changed.v1',
  summary: 'An expense was changed',
  data: z.object({ expense: Expense }),
})

export const ExpenseRemoved = defineEvent({
  type: 'wp.finance.expense.removed.v1',
  summary: 'An expense was deleted',
  data: z.object({ expenseId: IdString }),
})

export const ExpensePublished = definePublicEvent({
  service: 'finance',
  resource: 'expense',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: Expense,
})

const toMessage = (stored: StoredEntry) => ({
  workspaceId: stored.workspaceId,
  data: { expense: toExpense(stored) },
  aggregate: `expense:${stored.id}`,
})

const publishExpenseCreated = (tx: Tx, stored: StoredEntry): void => {
  tx.publish(ExpenseCreated, toMessage(stored))
  publishPublicEvent(tx, ExpensePublished, 'created', stored.workspaceId, toExpense(stored))
}

const publishExpenseChanged = (tx: Tx, stored: StoredEntry): void => {
  tx.publish(ExpenseChanged, toMessage(stored))
  publishPublicEvent(tx, ExpensePublished, 'updated', stored.workspaceId, toExpense(stored))
}

const publishExpenseRemoved = (tx: Tx, stored: StoredEntry): void => {
  const { id, workspaceId } = stored
  tx.publish(ExpenseRemoved, { workspaceId, data: { expenseId: id }, aggregate: `expense:${id}` })
  publishPublicEvent(tx, ExpensePublished, 'removed', workspaceId, toExpense(stored))
}

/** Returns the expense store together with the functions that publish its events. */
export const expenseLedger = (db: Database): Ledger => ({
  kind: 'expense',
  entries: entryStore(db, expenseCollection),
  publishCreated: publishExpenseCreated,
  publishChanged: publishExpenseChanged,
  publishRemoved: publishExpenseRemoved,
})
