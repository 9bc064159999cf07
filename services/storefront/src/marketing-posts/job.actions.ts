import { hashSecret, isConflict } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import type { JobCallback } from './job.contract.ts'
import { publishJobCreated, publishJobProgressed } from './job.events.ts'
import { judgeCallback } from './job.rules.ts'
import type { StoredJob } from './job.store.ts'

type JobDeps = Pick<StorefrontDeps, 'db' | 'jobs'>

/** Makes a job for a product; the workflow tool, if there is one, is called by the clock from then on. */
export const createMarketingPost = (
  {
    db,
    clock,
    products,
    jobs,
    workflowTool,
  }: Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'jobs' | 'workflowTool'>,
  workspaceId: Id,
  productId: Id,
): Promise<StoredJob> =>
  db.transaction(async (tx) => {
    await products.get(workspaceId, productId)
    const job = await jobs.insert(workspaceId, productId, workflowTool ? clock.now() : null)
    publishJobCreated(tx, job)
    return job
  })

/** Takes an update over, unless it is a repeat: false then. Whatever the state, the job moves to the given one. */
export const acceptCallback = async (
  deps: JobDeps,
  callback: JobCallback,
  webhookId: string | null,
): Promise<boolean> => {
  try {
    return await updateJob(deps, callback, webhookId && hashSecret(webhookId))
  } catch (error) {
    // The same webhook-id was accepted a moment ago.
    if (isConflict(error)) return false
    throw error
  }
}

const updateJob = (
  { db, jobs }: JobDeps,
  { jobId, sequence, ...update }: JobCallback,
  webhookIdHash: string | null,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const job = await jobs.getOfAll(jobId)
    const { workspaceId } = job
    if (webhookIdHash && (await jobs.hasSeenCallback(workspaceId, jobId, webhookIdHash))) return false
    const judgement = judgeCallback(job, { sequence, ...update })
    if (judgement === 'old') return false
    const { meta, ...state } = update
    const accepted = await jobs.update(workspaceId, jobId, {
      ...(judgement === 'news' && { ...state, ...(meta && { meta: JSON.stringify(meta) }) }),
      ...(sequence !== undefined && { sequence }),
      callDueAt: null, // whoever answers has been called
    })
    if (webhookIdHash) await jobs.insertSeenCallback(workspaceId, jobId, webhookIdHash)
    if (judgement === 'same') return false
    publishJobProgressed(tx, accepted, { jobId, ...update })
    return true
  })
