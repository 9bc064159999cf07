import { entryCollection } from '../entries/entry.store.ts'

export const incomeCollection = entryCollection('incomes', 'Income', 'income entry')
