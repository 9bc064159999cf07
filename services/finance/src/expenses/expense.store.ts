import type { Database } from '@wp/mongo'
import { entryCollection, entryStore } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/entry.store.ts'
import { publishExpenseChanged, publishExpenseCreated, publishExpenseRemoved } from './expense.events.ts'

export const expenseCollection = entryCollection('expenses', 'Expense')

export const expenseLedger = (db: Database): Ledger => ({
  kind: 'expense',
  entries: entryStore(db, expenseCollection),
  publishCreated: publishExpenseCreated,
  publishChanged: publishExpenseChanged,
  publishRemoved: publishExpenseRemoved,
})
