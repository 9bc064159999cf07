import { systemClock } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { DatabaseOptions } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { expenseLedger } from '../src/expenses/expense.events.ts'
import { incomeLedger } from '../src/incomes/income.events.ts'
import { settledInvoiceStore } from '../src/incomes/settled-invoice.store.ts'
import { occurrenceStore } from '../src/occurrences/occurrence.store.ts'
import { receiptStore } from '../src/receipts/receipt.store.ts'
import { ruleStore } from '../src/recurring-rules/recurring-rule.store.ts'
import { financeCollections } from '../src/service.ts'

type Options = { name?: string; clock?: Clock; timeZone?: string } & Pick<DatabaseOptions, 'beforeOperation'>

/** Opens a database with the finance stores, for tests that need no running service. */
export const openLedgers = async ({
  name = uniqueName('ledgers'),
  clock = systemClock,
  timeZone = 'UTC',
  ...options
}: Options = {}) => {
  const db = await openTestDatabase(name, {
    ...options,
    clock,
    collections: financeCollections,
    checkPlans: true,
  })
  const settings = {
    preventOverlap: false,
    blockHolidays: false,
    timeZone,
    currencyCode: 'USD',
    locale: 'en',
    enforceWorkingHours: false,
    reminders: [],
  }
  return {
    db,
    clock,
    /** Every workspace exists and has the same time zone, which tests can change. */
    workspaces: {
      find: (id: Id) => Promise.resolve({ id, subscriptionEndDate: null, settings: { ...settings } }),
    },
    moveTo: (zone: string) => {
      settings.timeZone = zone
    },
    incomes: incomeLedger(db),
    expenses: expenseLedger(db),
    settledInvoices: settledInvoiceStore(db),
    rules: ruleStore(db),
    occurrences: occurrenceStore(db),
    receipts: receiptStore(db),
  }
}
