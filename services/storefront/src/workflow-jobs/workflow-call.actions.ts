import { AppError } from '@wp/kernel'
import { OutboundError } from '@wp/outbound'
import { Webhook } from 'standardwebhooks'
import type { StorefrontDeps } from '../deps.ts'
import { Product } from '../products/product.contract.ts'
import { toProduct } from '../products/product.view.ts'
import { updateJobProgress } from './workflow-job.contract.ts'
import { publishJobProgressed } from './workflow-job.events.ts'
import { areAttemptsUsedUp, maxCallDelayMs, nextCallAfter } from './workflow-job.rules.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'
import { callbackIdOf } from './workflow-job.view.ts'
import type { WorkflowTool } from './workflow-tool.actions.ts'

type CallDeps = Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'workflowJobs'> & {
  workflowTool: WorkflowTool
}

const atOnce = 10

/** Calls the workflow tool for every due job. Failed calls are retried until the attempts are used up. */
export const callWorkflowTool = async (deps: CallDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const due = await deps.workflowJobs.listDueCalls(deps.clock.now(), maxCallDelayMs, atOnce)
    // A run must not end while one of its calls is still running.
    const outcomes = await Promise.allSettled(due.map((job) => callForJob(deps, job)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (due.length < atOnce) return
  }
}

/** Counts the attempt before the call, so that a call interrupted by a crash becomes due again. */
const callForJob = async (deps: CallDeps, job: StoredWorkflowJob): Promise<void> => {
  const { workflowJobs, clock, workflowTool } = deps
  if (areAttemptsUsedUp(job.callAttempts)) return failJob(deps, job, 'The workflow tool did not answer')
  const claimed = await workflowJobs.claimCallIf(job, nextCallAfter(job.callAttempts + 1, clock.now()))
  if (!claimed) return
  try {
    await sendCall(deps, job)
    await workflowJobs.endCalls(job.workspaceId, job.id)
  } catch (error) {
    const { id: jobId, callAttempts: attempt } = claimed
    workflowTool.logger.warn(
      { err: error, jobId, attempt },
      'the workflow tool did not accept a job; will retry until the attempts are used up',
    )
    if (areAttemptsUsedUp(attempt)) await failJob(deps, job, reasonOf(error))
  }
}

const sendCall = async (
  { products, clock, workflowTool }: CallDeps,
  job: StoredWorkflowJob,
): Promise<void> => {
  const { workspaceId, productId, callbackKey } = job // only marketing posts are sent, and they have a product
  const jobId = callbackIdOf(job)
  const { url, secret, publicUrl, outbound } = workflowTool
  const product = Product.parse(toProduct(await products.get(workspaceId, productId!)))
  const query = callbackKey === undefined ? '' : `?key=${callbackKey}`
  const callbackUrl = `${publicUrl}/v1${updateJobProgress.path}${query}`
  const body = JSON.stringify({ jobId, workspaceId, product, callbackUrl })
  const now = clock.now()
  const { status } = await outbound.request({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': `job_${jobId}`, // the same for every attempt, so that the workflow tool can detect duplicates
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(`job_${jobId}`, now, body),
    },
    body,
  })
  if (status < 200 || status > 299) throw new OutboundError('unreachable', `it answered ${status}`)
}

const reasonOf = (error: unknown): string =>
  error instanceof OutboundError || error instanceof AppError
    ? `The workflow tool could not be reached: ${error.message}`
    : 'The workflow tool could not be reached'

/**
 * Fails a job that the tool never accepted. If the tool has reported progress in the meantime, only stops the calls.
 */
const failJob = (
  { db, workflowJobs }: Pick<CallDeps, 'db' | 'workflowJobs'>,
  { workspaceId, id }: StoredWorkflowJob,
  message: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { status, progress } = await workflowJobs.get(workspaceId, id)
    if (status !== 'pending') return void (await workflowJobs.endCalls(workspaceId, id))
    const state = { status: 'failed' as const, progress, step: 'call', message }
    const failed = await workflowJobs.update(workspaceId, id, state)
    publishJobProgressed(tx, failed, { jobId: callbackIdOf(failed), ...state })
  })
