import { chartFiles } from './chart-values.ts'
import { clientFiles } from './client-areas.ts'
import { clientEvents } from './client-events.ts'
import { collectionsTable } from './collections.ts'
import { composeServices } from './compose-services.ts'
import { costsTable } from './costs.ts'
import { dashboardFiles } from './dashboards.ts'
import { errorsPage } from './errors-page.ts'
import { serviceLists } from './service-lists.ts'
import { servicesTable } from './services-table.ts'
import { shardingTable } from './sharding-table.ts'

/** Returns the generated files that are committed to the repository: file name → content. */
export const documents = async (): Promise<Record<string, string>> => ({
  ...chartFiles(),
  ...(await clientEvents()),
  ...(await clientFiles()),
  ...(await collectionsTable()),
  ...(await composeServices()),
  ...(await costsTable()),
  ...dashboardFiles(),
  ...(await errorsPage()),
  ...(await serviceLists()),
  ...servicesTable(),
  ...(await shardingTable()),
})
