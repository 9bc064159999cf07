import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { toDateRange } from '../entries/entry.rules.ts'
import { toExpense } from '../expenses/expense.view.ts'
import { postOccurrence, skipOccurrence } from './occurrence.actions.ts'
import * as routes from './occurrence.contract.ts'
import { toStatusStats } from './occurrence.rules.ts'
import { toOccurrence } from './occurrence.view.ts'

export const occurrenceHandlers = (deps: FinanceDeps) => [
  handle(routes.listRecurringExpenseOccurrences, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.occurrences.list(workspaceId, query)
    return reply(200, { occurrences: items.map(toOccurrence), pagination })
  }),

  handle(routes.getRecurringExpenseOccurrenceStats, async ({ workspaceId, workspace, query }) => {
    const sums = await deps.occurrences.sums(workspaceId, query)
    const currencies = toStatusStats(sums, workspace.settings.currencyCode)
    return reply(200, { stats: { ...toDateRange(query), currencies } })
  }),

  handle(routes.getRecurringExpenseOccurrence, async ({ workspaceId, params }) =>
    reply(200, { occurrence: toOccurrence(await deps.occurrences.get(workspaceId, params.occurrenceId)) }),
  ),

  handle(routes.postRecurringExpenseOccurrence, async ({ workspaceId, principal, params }) => {
    const posted = await postOccurrence(deps, workspaceId, params.occurrenceId, principal.accountId)
    return reply(200, { occurrence: toOccurrence(posted.occurrence), expense: toExpense(posted.expense) })
  }),

  handle(routes.skipRecurringExpenseOccurrence, async ({ workspaceId, params }) =>
    reply(200, { occurrence: toOccurrence(await skipOccurrence(deps, workspaceId, params.occurrenceId)) }),
  ),
]
