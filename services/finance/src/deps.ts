import type { Database } from '@wp/mongo'
import type { expenseStore } from './expenses/expense.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type FinanceDeps = {
  db: Database
  expenses: ReturnType<typeof expenseStore>
}
