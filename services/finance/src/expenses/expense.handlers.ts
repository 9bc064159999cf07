import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import type { FinanceDeps } from '../deps.ts'
import * as routes from './expense.contract.ts'
import { publishExpenseCreated } from './expense.events.ts'
import { toDateRange } from './expense.rules.ts'
import { toExpense } from './expense.view.ts'

export const expenseHandlers = ({ db, expenses }: FinanceDeps) => [
  handle(routes.listExpenses, async ({ workspaceId, query: { from, to, category, ...query } }) => {
    const { items, pagination } = await expenses.list(workspaceId, toDateRange({ from, to }), category, query)
    return reply(200, { expenses: items.map(toExpense), pagination })
  }),

  handle(routes.createExpense, async ({ workspaceId, workspace, body: { amount, ...fields } }) => {
    const currencyCode = fields.currencyCode ?? workspace.settings.currencyCode
    const record = { ...fields, currencyCode, amountMinor: toMinor(amount, currencyCode), receipts: [] }
    const expense = await db.transaction(async (tx) => {
      const created = await expenses.insert(workspaceId, record)
      publishExpenseCreated(tx, created)
      return created
    })
    return reply(201, { expense: toExpense(expense) })
  }),
]
