import { csvReply, reply } from '@wp/http'
import { reportColumns } from '@wp/imports'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import type { StagedImportJob } from '../imports/import-job.actions.ts'
import { toVisibleJob } from '../imports/import-job.view.ts'
import * as routes from './client-import.contract.ts'

export const clientImportHandlers = ({ imports }: Pick<SchedulingDeps, 'imports'>) => [
  handle(
    routes.importClients,
    async ({ principal }, staged: StagedImportJob) =>
      reply(202, { job: toVisibleJob(await imports.begin(staged), principal) }),
    {
      prepare: ({ workspaceId, query, body }) => imports.stage(workspaceId, 'clients', body.file, query),
    },
  ),

  handle(routes.getClientImportReport, async ({ workspaceId, params }) =>
    csvReply('refused-clients', await imports.report(workspaceId, 'clients', params.importId), reportColumns),
  ),
]
