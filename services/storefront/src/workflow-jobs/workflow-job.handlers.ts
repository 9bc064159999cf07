import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { acceptCallback, createMarketingPost } from './workflow-job.actions.ts'
import * as routes from './workflow-job.contract.ts'
import { toJob } from './workflow-job.view.ts'

export const workflowJobHandlers = (
  deps: Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'workflowJobs' | 'workflowTool'>,
) => [
  handle(routes.createMarketingPost, async ({ workspaceId, params }) =>
    reply(202, { job: toJob(await createMarketingPost(deps, workspaceId, params.productId)) }),
  ),

  handle(routes.listJobs, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.workflowJobs.list(workspaceId, query)
    return reply(200, { jobs: items.map(toJob), pagination })
  }),

  handle(routes.getJob, async ({ workspaceId, params }) =>
    reply(200, { job: toJob(await deps.workflowJobs.get(workspaceId, params.jobId)) }),
  ),

  handle(routes.updateJobProgress, async ({ body, headers }) => {
    const webhookId = headers['webhook-id']
    const isNews = await acceptCallback(deps, body, typeof webhookId === 'string' ? webhookId : null)
    return reply(200, { success: true, message: isNews ? 'Progress updated' : 'Duplicate ignored' })
  }),
]
