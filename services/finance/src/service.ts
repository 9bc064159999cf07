import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { financeConfig } from './config.ts'
import type { FinanceDeps } from './deps.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseStore } from './expenses/expense.store.ts'

export const finance = defineService('finance', {
  declaration,
  config: financeConfig,
  database: { collections: [workspaceCopiesCollection, expenseCollection] },
  open: (context) => {
    const { db } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: FinanceDeps = { db, expenses: expenseStore(db) }
    return {
      workspaces,
      routes: [expenseHandlers(deps)],
      consumers: workspaces.consumers,
    }
  },
})
