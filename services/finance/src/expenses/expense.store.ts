import { entryCollection } from '../entries/entry.store.ts'

export const expenseCollection = entryCollection('expenses', 'Expense', 'expense')
