import { handle, reply } from '@wp/http'
import type { AdminBilling } from '../service.ts'
import { getDashboardOverview, getDashboardTimeseries } from './dashboard.contract.ts'

export const dashboardHandlers = ({ dashboard }: AdminBilling) => [
  handle(getDashboardOverview, async () => reply(200, await dashboard.overview())),

  handle(getDashboardTimeseries, async ({ query }) =>
    reply(200, { series: await dashboard.timeseries(query) }),
  ),
]
