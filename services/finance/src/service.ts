import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import type { Database } from '@wp/mongo'
import { financeConfig } from './config.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseStore } from './expenses/expense.store.ts'

/** What handlers are given. */
export type Finance = {
  db: Database
  expenses: ReturnType<typeof expenseStore>
}

export const finance = defineService('finance', {
  config: financeConfig,
  database: { collections: [workspaceCopiesCollection, expenseCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const parts: Finance = { db, expenses: expenseStore(db) }
    return {
      workspaces,
      routes: [expenseHandlers(parts)],
      consumers: workspaces.consumers,
    }
  },
})
