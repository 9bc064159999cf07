import { AppError } from '@wp/kernel'
import { OutboundError } from '@wp/outbound'
import { Webhook } from 'standardwebhooks'
import type { StorefrontDeps } from '../deps.ts'
import { Product } from '../products/product.contract.ts'
import { toProduct } from '../products/product.view.ts'
import { updateJobProgress } from './job.contract.ts'
import { publishJobProgressed } from './job.events.ts'
import { areCallsSpent, nextCallAfter } from './job.rules.ts'
import type { StoredJob } from './job.store.ts'
import type { WorkflowTool } from './workflow-tool.actions.ts'

type CallDeps = Pick<StorefrontDeps, 'db' | 'clock' | 'products' | 'jobs'> & { workflowTool: WorkflowTool }

const atOnce = 10

/** Calls the workflow tool for every job whose call is due; what fails is due again later, until its tries are spent. */
export const callWorkflowTool = async (deps: CallDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const due = await deps.jobs.listDueCalls(deps.clock.now(), atOnce)
    await Promise.all(due.map((job) => callForJob(deps, job)))
    if (due.length < atOnce) return
  }
}

/** The attempt is counted before it is made: a process that dies in the middle leaves a call that is due again. */
const callForJob = async (deps: CallDeps, job: StoredJob): Promise<void> => {
  const { jobs, clock, workflowTool } = deps
  if (areCallsSpent(job.callAttempts)) return failJob(deps, job, 'The workflow tool did not answer')
  const claimed = await jobs.claimCallIf(job, nextCallAfter(job.callAttempts + 1, clock.now()))
  if (!claimed) return
  try {
    await sendCall(deps, job)
    await jobs.endCalls(job.workspaceId, job.id)
  } catch (error) {
    const { id: jobId, callAttempts: attempt } = claimed
    workflowTool.logger.warn({ err: error, jobId, attempt }, 'the workflow tool did not take a job')
    if (areCallsSpent(attempt)) await failJob(deps, job, reasonOf(error))
  }
}

const sendCall = async (
  { products, clock, workflowTool }: CallDeps,
  { id, workspaceId, productId }: StoredJob,
): Promise<void> => {
  const { url, secret, publicUrl, outbound } = workflowTool
  const product = Product.parse(toProduct(await products.get(workspaceId, productId)))
  const callbackUrl = `${publicUrl}/v1${updateJobProgress.path}`
  const body = JSON.stringify({ jobId: id, workspaceId, product, callbackUrl })
  const now = clock.now()
  const { status } = await outbound.request({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': `job_${id}`, // the same at every try, so that the tool knows a repetition
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(`job_${id}`, now, body),
    },
    body,
  })
  if (status < 200 || status > 299) throw new OutboundError('unreachable', `It answered ${status}`)
}

const reasonOf = (error: unknown): string =>
  error instanceof OutboundError || error instanceof AppError
    ? `The workflow tool was not reached: ${error.message}`
    : 'The workflow tool was not reached'

/** Ends a job that nobody took; one that has been heard of since is left alone. */
const failJob = (
  { db, jobs }: Pick<CallDeps, 'db' | 'jobs'>,
  { workspaceId, id }: StoredJob,
  message: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { status, progress } = await jobs.get(workspaceId, id)
    if (status !== 'pending') return void (await jobs.update(workspaceId, id, { callDueAt: null }))
    const state = { status: 'failed' as const, progress, step: 'call', message }
    const failed = await jobs.update(workspaceId, id, { ...state, callDueAt: null })
    publishJobProgressed(tx, failed, { jobId: id, ...state })
  })
