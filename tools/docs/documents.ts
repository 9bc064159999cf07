import { chartFiles } from './chart-values.ts'
import { clientFiles } from './client-areas.ts'
import { clientChannels } from './client-channels.ts'
import { clientWebhooks } from './client-webhooks.ts'
import { collectionsTable } from './collections.ts'
import { costsTable } from './costs.ts'
import { dashboardFiles } from './dashboards.ts'
import { errorsPage } from './errors-page.ts'
import { serviceLists } from './service-lists.ts'

/** Returns the generated files that are committed to the repository: file name → content. */
export const documents = async (): Promise<Record<string, string>> => ({
  ...chartFiles(),
  ...(await clientChannels()),
  ...(await clientFiles()),
  ...(await clientWebhooks()),
  ...(await collectionsTable()),
  ...(await costsTable()),
  ...dashboardFiles(),
  ...errorsPage(),
  ...(await serviceLists()),
})
