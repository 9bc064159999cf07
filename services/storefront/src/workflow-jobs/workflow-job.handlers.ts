import { holds } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { acceptCallback, createMarketingPost } from './workflow-job.actions.ts'
import * as routes from './workflow-job.contract.ts'
import { toJob } from './workflow-job.view.ts'

export const workflowJobHandlers = (
  deps: Pick<
    StorefrontDeps,
    | 'db'
    | 'clock'
    | 'products'
    | 'workflowJobs'
    | 'workflowTool'
    | 'callbackUses'
    | 'callbackLimits'
    | 'isCallbackKeyRequired'
  >,
) => [
  handle(routes.createMarketingPost, async ({ workspaceId, params }) =>
    reply(202, { job: toJob(await createMarketingPost(deps, workspaceId, params.productId), true) }),
  ),

  handle(routes.listJobs, async ({ workspaceId, principal, query }) => {
    const { items, pagination } = await deps.workflowJobs.list(workspaceId, query)
    return reply(200, { jobs: items.map((job) => toJob(job, managesStore(principal))), pagination })
  }),

  handle(routes.getJob, async ({ workspaceId, principal, params }) => {
    const job = await deps.workflowJobs.get(workspaceId, params.jobId)
    return reply(200, { job: toJob(job, managesStore(principal)) })
  }),

  handle(routes.updateJobProgress, async ({ query, body, headers }) => {
    const header = headers['webhook-id']
    const webhookId = typeof header === 'string' ? header : null
    const isNews = await acceptCallback(deps, body, { webhookId, key: query.key })
    return reply(200, { success: true, message: isNews ? 'Progress updated' : 'Duplicate ignored' })
  }),
]

const managesStore = (principal: WorkspacePrincipal): boolean => holds(principal, 'store.manage')
