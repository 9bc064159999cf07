import { systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { platform, uniqueName } from '@wp/testing'
import { expenseCollection, expenseLedger } from '../src/expenses/expense.store.ts'
import { incomeCollection, incomeLedger } from '../src/incomes/income.store.ts'

/** A database of its own with incomes and expenses, for what needs no service around it. */
export const openLedgers = async () => {
  const db = await openDatabase({
    url: platform().mongoUrl,
    name: uniqueName('ledgers'),
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections: [incomeCollection, expenseCollection],
    checkPlans: true,
  })
  return { db, incomes: incomeLedger(db), expenses: expenseLedger(db) }
}
