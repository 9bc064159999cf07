import { hashSecret, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import type { JobCallback } from './workflow-job.contract.ts'
import { publishJobCreated, publishJobProgressed } from './workflow-job.events.ts'
import { checkUse, windowStart } from './callback-use.rules.ts'
import { classifyCallback, mayCallBack } from './workflow-job.rules.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'

type CallbackDeps = Pick<
  StorefrontDeps,
  'db' | 'clock' | 'workflowJobs' | 'callbackUses' | 'callbackLimits' | 'isCallbackKeyRequired'
>
type Sender = { webhookId: string | null; key: string | undefined }

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

/**
 * Applies a progress update; returns false for a duplicate or an older update. Any status can change to any other.
 * Throws NOT_FOUND for an unknown job, a wrong key or a missing key that is required, and RATE_LIMITED when the job or
 * its workspace has reached its limit.
 */
export const acceptCallback = (deps: CallbackDeps, callback: JobCallback, sender: Sender): Promise<boolean> =>
  // A concurrent request with the same webhook-id causes a conflict; the second attempt finds what the other
  // one stored.
  retryAfterConflict(() => updateJob(deps, callback, sender))

const updateJob = (
  deps: CallbackDeps,
  { jobId: callbackId, sequence, ...update }: JobCallback,
  { webhookId, key }: Sender,
): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { workflowJobs } = deps
    const job = await workflowJobs.getByCallbackId(callbackId)
    if (!mayCallBack(job, key, deps.isCallbackKeyRequired)) throw notFound('Job')
    const { workspaceId, id: jobId } = job
    const webhookIdHash = webhookId && hashSecret(webhookId)
    if (webhookIdHash && (await workflowJobs.hasSeenCallback(workspaceId, jobId, webhookIdHash))) return false
    const kind = classifyCallback(job, { sequence, ...update })
    if (kind === 'stale') return false
    const bytes = kind === 'new' ? Buffer.byteLength(JSON.stringify(update)) : 0
    if (kind === 'new' || webhookIdHash) await countCallback(deps, workspaceId, jobId, bytes)
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
    publishJobProgressed(tx, accepted, { jobId: callbackId, ...update })
    return true
  })

/** Throws RATE_LIMITED, which also undoes the count, when an update exceeds the limit of its job or workspace. */
const countCallback = async (
  { clock, callbackUses, callbackLimits }: CallbackDeps,
  workspaceId: Id,
  jobId: Id,
  bytes: number,
): Promise<void> => {
  const now = clock.now()
  for (const owner of ['job', 'workspace'] as const) {
    const limit = callbackLimits[owner]
    const scope = owner === 'job' ? jobId : owner
    const used = await callbackUses.add(workspaceId, scope, windowStart(limit, now), bytes)
    checkUse(limit, used, owner, now)
  }
}
