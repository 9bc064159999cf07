import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Ledger } from './entries/entry.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type FinanceDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory

  incomes: Ledger
  expenses: Ledger
}
