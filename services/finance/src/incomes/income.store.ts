import type { Database } from '@wp/mongo'
import { entryCollection, entryStore } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/entry.store.ts'
import { publishIncomeChanged, publishIncomeCreated, publishIncomeRemoved } from './income.events.ts'

export const incomeCollection = entryCollection('incomes', 'Income')

export const incomeLedger = (db: Database): Ledger => ({
  kind: 'income',
  entries: entryStore(db, incomeCollection),
  publishCreated: publishIncomeCreated,
  publishChanged: publishIncomeChanged,
  publishRemoved: publishIncomeRemoved,
})
