import { fileRemovalCollection, openFileStore, openQuotaFiles } from '@wp/files'
import { adminBillingService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { analyticsHandlers } from './analytics/analytics.handlers.ts'
import { financeConfig } from './config.ts'
import { onInvoiceSettled } from './consumers/on-invoice-settled.ts'
import { onOrderSettled } from './consumers/on-order-settled.ts'
import * as contract from './contract.ts'
import type { FinanceDeps } from './deps.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseLedger } from './expenses/expense.events.ts'
import { foldEntrySearch } from './entries/entry.store.ts'
import { expenseCollection } from './expenses/expense.store.ts'
import { incomeHandlers } from './incomes/income.handlers.ts'
import { incomeLedger } from './incomes/income.events.ts'
import { incomeCollection } from './incomes/income.store.ts'
import { settledInvoiceCollection, settledInvoiceStore } from './incomes/settled-invoice.store.ts'
import { makeDueOccurrencesJob } from './jobs/make-due-occurrences.ts'
import { removeFilesJob } from './jobs/remove-files.ts'
import { occurrenceHandlers } from './occurrences/occurrence.handlers.ts'
import { occurrenceCollection, occurrenceStore } from './occurrences/occurrence.store.ts'
import { receiptHandlers } from './receipts/receipt.handlers.ts'
import { receiptCollection, receiptStore } from './receipts/receipt.store.ts'
import { receiptView } from './receipts/receipt.view.ts'
import { ruleHandlers } from './recurring-rules/recurring-rule.handlers.ts'
import { ruleCollection, ruleStore } from './recurring-rules/recurring-rule.store.ts'
import { financeRpc } from './rpc/finance.rpc.ts'

export const financeCollections = [
  workspaceCopiesCollection,
  incomeCollection,
  expenseCollection,
  settledInvoiceCollection,
  ruleCollection,
  occurrenceCollection,
  receiptCollection,
  fileRemovalCollection,
]

export const finance = defineService('finance', {
  declaration,
  contract,
  config: financeConfig,
  database: {
    collections: financeCollections,
    migrations: [foldEntrySearch(incomeCollection), foldEntrySearch(expenseCollection)],
  },
  open: (context) => {
    const { config, db, clock, rpc } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: FinanceDeps = {
      db,
      clock,
      workspaces,
      receiptFiles: openQuotaFiles({
        ...context,
        files: openFileStore(config, 'finance', 'receipts'),
        billing: rpc(adminBillingService),
        service: 'finance',
        kind: 'receipts',
      }),
      incomes: incomeLedger(db),
      expenses: expenseLedger(db),
      settledInvoices: settledInvoiceStore(db),
      rules: ruleStore(db),
      occurrences: occurrenceStore(db),
      receipts: receiptStore(db),
      toReceipt: receiptView(config.publicUrl),
    }
    return {
      workspaces,
      routes: [
        incomeHandlers(deps),
        expenseHandlers(deps),
        analyticsHandlers(deps),
        ruleHandlers(deps),
        occurrenceHandlers(deps),
        receiptHandlers(deps),
      ],
      rpc: financeRpc(deps),
      consumers: [...workspaces.consumers, onInvoiceSettled(deps), onOrderSettled(deps)],
      jobs: [makeDueOccurrencesJob(deps), removeFilesJob(deps)],
    }
  },
})
