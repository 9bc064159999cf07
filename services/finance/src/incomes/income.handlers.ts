import { csvReply, prefersCsv, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { createEntry, deleteEntry, readStats, updateEntry } from '../entries/entry.actions.ts'
import { toEntryColumns } from '../entries/entry.view.ts'
import * as routes from './income.contract.ts'
import { toIncome } from './income.view.ts'

const columns = toEntryColumns('source')

export const incomeHandlers = (deps: FinanceDeps) => [
  handle(routes.listIncomes, async ({ workspaceId, query, headers }) => {
    const { entries } = deps.incomes
    if (prefersCsv(headers)) return csvReply('incomes', entries.iterate(workspaceId, query), columns)
    const { items, pagination } = await entries.list(workspaceId, query)
    return reply(200, { incomes: items.map(toIncome), pagination })
  }),

  handle(routes.createIncome, async ({ workspaceId, workspace, principal, body: { source, ...body } }) => {
    const currencyCode = body.currencyCode ?? workspace.settings.currencyCode
    const fields = { ...body, currencyCode, party: source }
    const stored = await createEntry(deps, deps.incomes, workspaceId, fields, principal.accountId)
    return reply(201, { income: toIncome(stored) })
  }),

  handle(routes.getIncomeStats, async ({ workspaceId, workspace, query }) =>
    reply(200, { stats: await readStats(deps, deps.incomes, workspaceId, workspace, query) }),
  ),

  handle(routes.getIncome, async ({ workspaceId, params }) =>
    reply(200, { income: toIncome(await deps.incomes.entries.get(workspaceId, params.incomeId)) }),
  ),

  handle(routes.updateIncome, async ({ workspaceId, params, body: { source, ...changes } }) => {
    const fields = { ...changes, party: source }
    const stored = await updateEntry(deps, deps.incomes, workspaceId, params.incomeId, fields)
    return reply(200, { income: toIncome(stored) })
  }),

  handle(routes.deleteIncome, async ({ workspaceId, params }) => {
    await deleteEntry(deps, deps.incomes, workspaceId, params.incomeId)
    return reply(204)
  }),
]
