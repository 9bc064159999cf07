import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { getDashboardOverview, getDashboardTimeseries } from './dashboard.actions.ts'
import * as routes from './dashboard.contract.ts'

export const dashboardHandlers = (deps: AdminBillingDeps) => [
  handle(routes.getDashboardOverview, async () => reply(200, await getDashboardOverview(deps))),

  handle(routes.getDashboardTimeseries, async ({ query }) =>
    reply(200, { series: await getDashboardTimeseries(deps, query) }),
  ),
]
