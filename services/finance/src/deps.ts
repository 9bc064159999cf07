import type { QuotaFiles } from '@wp/files'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { Ledger } from './entries/ledger.events.ts'
import type { occurrenceStore } from './occurrences/occurrence.store.ts'
import type { receiptStore } from './receipts/receipt.store.ts'
import type { receiptView } from './receipts/receipt.view.ts'
import type { ruleStore } from './recurring-rules/recurring-rule.store.ts'

/** Dependencies of handlers, actions, consumers and jobs; each picks what it needs. */
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

  /** Builds the reply for a receipt, including the URL of its file. */
  toReceipt: ReturnType<typeof receiptView>
}
