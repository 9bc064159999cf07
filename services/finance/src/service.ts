import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { analyticsHandlers } from './analytics/analytics.handlers.ts'
import { financeConfig } from './config.ts'
import { onInvoiceSettled } from './consumers/on-invoice-settled.ts'
import { onOrderFulfilled } from './consumers/on-order-fulfilled.ts'
import type { FinanceDeps } from './deps.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseLedger } from './expenses/expense.store.ts'
import { incomeHandlers } from './incomes/income.handlers.ts'
import { incomeCollection, incomeLedger } from './incomes/income.store.ts'
import { makeDueOccurrencesJob } from './jobs/make-due-occurrences.ts'
import { occurrenceHandlers } from './occurrences/occurrence.handlers.ts'
import { occurrenceCollection, occurrenceStore } from './occurrences/occurrence.store.ts'
import { ruleHandlers } from './recurring-rules/recurring-rule.handlers.ts'
import { ruleCollection, ruleStore } from './recurring-rules/recurring-rule.store.ts'
import { financeRpc } from './rpc/finance.rpc.ts'

export const financeCollections = [
  workspaceCopiesCollection,
  incomeCollection,
  expenseCollection,
  ruleCollection,
  occurrenceCollection,
]

export const finance = defineService('finance', {
  declaration,
  config: financeConfig,
  database: { collections: financeCollections },
  open: (context) => {
    const { db, clock, logger } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: FinanceDeps = {
      db,
      clock,
      logger,
      workspaces,
      incomes: incomeLedger(db),
      expenses: expenseLedger(db),
      rules: ruleStore(db),
      occurrences: occurrenceStore(db),
    }
    return {
      workspaces,
      routes: [
        incomeHandlers(deps),
        expenseHandlers(deps),
        analyticsHandlers(deps),
        ruleHandlers(deps),
        occurrenceHandlers(deps),
      ],
      rpc: financeRpc(deps),
      consumers: [...workspaces.consumers, onInvoiceSettled(deps), onOrderFulfilled(deps)],
      jobs: [makeDueOccurrencesJob(deps)],
    }
  },
})
