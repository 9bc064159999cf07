import { hashSecret, isConflict } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import type { JobCallback } from './workflow-job.contract.ts'
import { publishJobCreated, publishJobProgressed } from './workflow-job.events.ts'
import { classifyCallback } from './workflow-job.rules.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'

type WorkflowJobDeps = Pick<StorefrontDeps, 'db' | 'workflowJobs'>

/** Creates a workflow job for a product. A background job calls the workflow tool, if one is configured. */
export const createMarketingPost = (
  {
    db,
    clock,
    products,
    workflowJobs,
    workflowTool,
  }: Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'workflowJobs' | 'workflowTool'>,
  workspaceId: Id,
  productId: Id,
): Promise<StoredWorkflowJob> =>
  db.transaction(async (tx) => {
    await products.get(workspaceId, productId)
    const job = await workflowJobs.insert(workspaceId, productId, workflowTool ? clock.now() : null)
    publishJobCreated(tx, job)
    return job
  })

/** Applies a progress update; returns false for a duplicate. Any status can change to any other. */
export const acceptCallback = async (
  deps: WorkflowJobDeps,
  callback: JobCallback,
  webhookId: string | null,
): Promise<boolean> => {
  try {
    return await updateJob(deps, callback, webhookId && hashSecret(webhookId))
  } catch (error) {
    // A concurrent request already accepted this webhook-id.
    if (isConflict(error)) return false
    throw error
  }
}

const updateJob = (
  { db, workflowJobs }: WorkflowJobDeps,
  { jobId, sequence, ...update }: JobCallback,
  webhookIdHash: string | null,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const job = await workflowJobs.getAcrossWorkspaces(jobId)
    const { workspaceId } = job
    if (webhookIdHash && (await workflowJobs.hasSeenCallback(workspaceId, jobId, webhookIdHash))) return false
    const kind = classifyCallback(job, { sequence, ...update })
    if (kind === 'stale') return false
    if (webhookIdHash) await workflowJobs.insertSeenCallback(workspaceId, jobId, webhookIdHash)
    if (kind === 'duplicate') {
      await workflowJobs.endCalls(workspaceId, jobId, sequence)
      return false
    }
    const { meta, ...state } = update
    const accepted = await workflowJobs.update(workspaceId, jobId, {
      ...state,
      ...(meta && { meta: JSON.stringify(meta) }),
      ...(sequence !== undefined && { sequence }),
    })
    publishJobProgressed(tx, accepted, { jobId, ...update })
    return true
  })
