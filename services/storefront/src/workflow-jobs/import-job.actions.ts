import { retryAfterConflict } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import type { ImportJobState } from './workflow-job.contract.ts'
import { publishJobCreated, publishJobProgressed } from './workflow-job.events.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'

type ImportJobDeps = Pick<StorefrontDeps, 'db' | 'workflowJobs'>

/** Creates or updates the job of an import. A sequence that is not higher than the stored one changes nothing. */
export const saveImportJob = (deps: ImportJobDeps, state: ImportJobState): Promise<StoredWorkflowJob> =>
  // A concurrent call may insert the job first; the second attempt finds it.
  retryAfterConflict(() => saveOnce(deps, state))

const saveOnce = (
  { db, workflowJobs }: ImportJobDeps,
  { workspaceId, jobId, kind, meta, ...state }: ImportJobState,
): Promise<StoredWorkflowJob> =>
  db.transaction(async (tx) => {
    const stored = await workflowJobs.find(workspaceId, jobId)
    if (stored && state.sequence <= (stored.sequence ?? -1)) return stored
    const saved = stored
      ? await workflowJobs.update(workspaceId, stored.id, {
          ...state,
          ...(meta && { meta: JSON.stringify(meta) }),
        })
      : await workflowJobs.insertImport(workspaceId, jobId, {
          ...state,
          kind,
          meta: meta ? JSON.stringify(meta) : null,
        })
    if (!stored) publishJobCreated(tx, saved)
    const { status, progress, step, message } = state
    if (status !== 'pending')
      publishJobProgressed(tx, saved, { jobId, status, progress, step, message, ...(meta && { meta }) })
    return saved
  })
