import { csvReply, prefersCsv, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { createEntry, deleteEntry, readStats, updateEntry } from '../entries/entry.actions.ts'
import { toEntryColumns } from '../entries/entry.view.ts'
import * as routes from './expense.contract.ts'
import { toExpense } from './expense.view.ts'

const columns = toEntryColumns('vendor')

export const expenseHandlers = (deps: FinanceDeps) => [
  handle(routes.listExpenses, async ({ workspaceId, query, headers }) => {
    const { entries } = deps.expenses
    if (prefersCsv(headers)) return csvReply('expenses', entries.iterate(workspaceId, query), columns)
    const { items, pagination } = await entries.list(workspaceId, query)
    return reply(200, { expenses: items.map(toExpense), pagination })
  }),

  handle(routes.createExpense, async ({ workspaceId, workspace, principal, body: { vendor, ...body } }) => {
    const currencyCode = body.currencyCode ?? workspace.settings.currencyCode
    const fields = { ...body, currencyCode, party: vendor }
    const stored = await createEntry(deps, deps.expenses, workspaceId, fields, principal.accountId)
    return reply(201, { expense: toExpense(stored) })
  }),

  handle(routes.getExpenseStats, async ({ workspaceId, workspace, query }) =>
    reply(200, { stats: await readStats(deps, deps.expenses, workspaceId, workspace, query) }),
  ),

  handle(routes.getExpense, async ({ workspaceId, params }) =>
    reply(200, { expense: toExpense(await deps.expenses.entries.get(workspaceId, params.expenseId)) }),
  ),

  handle(routes.updateExpense, async ({ workspaceId, params, body: { vendor, ...changes } }) => {
    const fields = { ...changes, party: vendor }
    const stored = await updateEntry(deps, deps.expenses, workspaceId, params.expenseId, fields)
    return reply(200, { expense: toExpense(stored) })
  }),

  handle(routes.deleteExpense, async ({ workspaceId, params }) => {
    await deleteEntry(deps, deps.expenses, workspaceId, params.expenseId)
    return reply(204)
  }),
]
