import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'
import { callWorkflowTool } from '../workflow-jobs/workflow-call.actions.ts'
import { workflowJobCollection } from '../workflow-jobs/workflow-job.store.ts'
import type { WorkflowTool } from '../workflow-jobs/workflow-tool.actions.ts'

/** Sends new workflow jobs to the workflow tool and retries failed calls. */
export const callWorkflowToolJob = (
  deps: Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'workflowJobs'> & { workflowTool: WorkflowTool },
): Job => ({
  name: 'call-workflow-tool',
  everyMs: 1000,
  watches: [workflowJobCollection],
  run: ({ signal }) => callWorkflowTool(deps, signal),
})
