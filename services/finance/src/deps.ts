import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { Ledger } from './entries/entry.store.ts'
import type { occurrenceStore } from './occurrences/occurrence.store.ts'
import type { ruleStore } from './recurring-rules/recurring-rule.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type FinanceDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory

  incomes: Ledger
  expenses: Ledger
  rules: ReturnType<typeof ruleStore>
  occurrences: ReturnType<typeof occurrenceStore>
}
