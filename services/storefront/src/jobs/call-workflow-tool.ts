import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'
import { callWorkflowTool } from '../marketing-posts/workflow-call.actions.ts'
import type { WorkflowTool } from '../marketing-posts/workflow-tool.actions.ts'

/** Hands new jobs to the workflow tool, and those again that it did not take. */
export const callWorkflowToolJob = (
  deps: Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'jobs'> & { workflowTool: WorkflowTool },
): Job => ({
  name: 'call-workflow-tool',
  everyMs: 1000,
  run: ({ signal }) => callWorkflowTool(deps, signal),
})
