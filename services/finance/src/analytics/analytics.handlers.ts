import { reply } from '@wp/http'
import { localDay } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { toDateRange } from '../entries/entry.rules.ts'
import * as routes from './analytics.contract.ts'
import { periodsOf, toSeries, toSeriesRange } from './analytics.rules.ts'

export const analyticsHandlers = ({
  incomes,
  expenses,
  clock,
}: Pick<FinanceDeps, 'incomes' | 'expenses' | 'clock'>) => [
  handle(routes.getAnalytics, async ({ workspaceId, workspace, query: { groupBy, ...query } }) => {
    const today = localDay(clock.now(), workspace.settings.timeZone)
    const range = toSeriesRange(toDateRange(query), groupBy, today)
    const periods = periodsOf(range, groupBy)
    const [incomeSums, expenseSums] = await Promise.all([
      incomes.entries.sumsByDay(workspaceId, range),
      expenses.entries.sumsByDay(workspaceId, range),
    ])
    const sums = { incomes: incomeSums, expenses: expenseSums }
    const series = toSeries(periods, groupBy, sums, workspace.settings.currencyCode)
    return reply(200, { analytics: { groupBy, series } })
  }),
]
