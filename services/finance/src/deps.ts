import type { QuotaFiles } from '@wp/files'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { Ledger } from './entries/entry.store.ts'
import type { occurrenceStore } from './occurrences/occurrence.store.ts'
import type { receiptStore } from './receipts/receipt.store.ts'
import type { receiptView } from './receipts/receipt.view.ts'
import type { ruleStore } from './recurring-rules/recurring-rule.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type FinanceDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory
  receiptFiles: QuotaFiles

  incomes: Ledger
  expenses: Ledger
  rules: ReturnType<typeof ruleStore>
  occurrences: ReturnType<typeof occurrenceStore>
  receipts: ReturnType<typeof receiptStore>

  /** Shows the address of the file. */
  toReceipt: ReturnType<typeof receiptView>
}
