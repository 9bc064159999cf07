import { csvReply, reply } from '@wp/http'
import { reportColumns } from '@wp/imports'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import type { StagedImportJob } from '../imports/import-job.actions.ts'
import { toVisibleJob } from '../imports/import-job.view.ts'
import * as routes from './offered-service-import.contract.ts'

export const offeredServiceImportHandlers = ({ imports }: Pick<SchedulingDeps, 'imports'>) => [
  handle(
    routes.importServices,
    async ({ principal }, staged: StagedImportJob) =>
      reply(202, { job: toVisibleJob(await imports.begin(staged), principal) }),
    {
      prepare: ({ workspaceId, query, body }) => imports.stage(workspaceId, 'services', body.file, query),
    },
  ),

  handle(routes.getServiceImportReport, async ({ workspaceId, params }) =>
    csvReply(
      'refused-services',
      await imports.report(workspaceId, 'services', params.importId),
      reportColumns,
    ),
  ),
]
