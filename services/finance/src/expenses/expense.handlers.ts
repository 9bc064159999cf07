import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import { ExpenseCreated } from '../events.ts'
import type { Finance } from '../service.ts'
import { createExpense, listExpenses } from './expense.contract.ts'
import { dateRange, shownExpense } from './expense.rules.ts'

export const expenseHandlers = ({ db, expenses }: Finance) => [
  handle(listExpenses, async ({ workspaceId, query: { from, to, category, ...query } }) => {
    const { items, pagination } = await expenses.list(workspaceId, dateRange({ from, to }), category, query)
    return reply(200, { expenses: items.map(shownExpense), pagination })
  }),

  handle(createExpense, async ({ workspaceId, workspace, body: { amount, ...fields } }) => {
    const currencyCode = fields.currencyCode ?? workspace.settings.currencyCode
    const amountMinor = toMinor(amount, currencyCode)
    const expense = await db.transaction(async (tx) => {
      const created = shownExpense(
        await expenses.insert(workspaceId, { ...fields, currencyCode, amountMinor, receipts: [] }),
      )
      tx.publish(ExpenseCreated, { workspaceId, data: { expense: created } })
      return created
    })
    return reply(201, { expense })
  }),
]
