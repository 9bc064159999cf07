import type { QuotaFiles } from '@wp/files'
import { handleWith } from '@wp/http'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { WorkspaceWith } from '@wp/workspaces'
import type { Ledger } from './entries/ledger.events.ts'
import type { settledInvoiceStore } from './incomes/settled-invoice.store.ts'
import type { occurrenceStore } from './occurrences/occurrence.store.ts'
import type { receiptStore } from './receipts/receipt.store.ts'
import type { receiptView } from './receipts/receipt.view.ts'
import type { ruleStore } from './recurring-rules/recurring-rule.store.ts'

/** The workspace fields that this service's handlers use. */
export type FinanceWorkspace = WorkspaceWith<'settings'>
export const handle = handleWith<FinanceWorkspace>()

/** Dependencies of handlers, actions, consumers and jobs; each picks what it needs. */
export type FinanceDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory<FinanceWorkspace>
  receiptFiles: QuotaFiles

  incomes: Ledger
  expenses: Ledger
  settledInvoices: ReturnType<typeof settledInvoiceStore>
  rules: ReturnType<typeof ruleStore>
  occurrences: ReturnType<typeof occurrenceStore>
  receipts: ReturnType<typeof receiptStore>

  /** Builds the reply for a receipt, including its file URL. */
  toReceipt: ReturnType<typeof receiptView>
}
