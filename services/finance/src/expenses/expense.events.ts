import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Database, Tx } from '@wp/mongo'
import { entryStore } from '../entries/entry.store.ts'
import type { StoredEntry } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/ledger.events.ts'
import { Expense } from './expense.contract.ts'
import { expenseCollection } from './expense.store.ts'
import { toExpense } from './expense.view.ts'

export const ExpensePublished = definePublicEvent({
  service: 'finance',
  resource: 'expense',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: Expense,
})

const publish = (tx: Tx, verb: 'created' | 'updated' | 'removed', stored: StoredEntry): void =>
  publishPublicEvent(tx, ExpensePublished, verb, stored.workspaceId, toExpense(stored))

/** Returns the expense store together with the functions that publish its events. */
export const expenseLedger = (db: Database): Ledger => ({
  kind: 'expense',
  entries: entryStore(db, expenseCollection),
  publishCreated: (tx, stored) => publish(tx, 'created', stored),
  publishChanged: (tx, stored) => publish(tx, 'updated', stored),
  publishRemoved: (tx, stored) => publish(tx, 'removed', stored),
})
