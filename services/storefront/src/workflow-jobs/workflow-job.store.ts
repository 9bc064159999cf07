import { newSecret, newSecretId, notFound } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, overdue, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import { viewIdOf } from './workflow-job.contract.ts'
import type { Job, JobStatus } from './workflow-job.contract.ts'

type WorkflowJobRecord = Pick<Job, 'kind' | 'productId' | 'status' | 'progress' | 'step' | 'message'> & {
  workspaceId: Id
  /** The id for callbacks and for members who manage the store. Missing in older jobs, whose `id` is used for both. */
  callbackId?: Id
  /** The secret in the callback URL; missing in older jobs. */
  callbackKey?: string
  /** Stored as JSON text, so that arbitrary keys are returned unchanged. */
  meta: string | null
  /** The highest sequence received in a callback. */
  sequence: number | null
  /** When to call the workflow tool next; null when no call is needed. */
  callDueAt: Date | null
  callAttempts: number
}
export type StoredWorkflowJob = TenantDoc<WorkflowJobRecord>
type WorkflowJobChanges = Partial<
  Pick<WorkflowJobRecord, 'status' | 'progress' | 'step' | 'message' | 'meta' | 'sequence'>
>

export const workflowJobCollection = collection<WorkflowJobRecord>(
  'jobs',
  'Job',
  {
    callbackId: String,
    callbackKey: String,
    kind: String,
    productId: String,
    status: String,
    progress: Number,
    step: String,
    message: String,
    meta: String,
    sequence: Number,
    callDueAt: Date,
    callAttempts: Number,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, updatedAt: 1, _id: 1 } }, // changed since
    { keys: { callDueAt: 1 } }, // due calls
  ],
  { onePer: 'job that a member started' },
)

type SeenCallbackRecord = { jobId: Id; webhookIdHash: string }

/** Hashes of the received `webhook-id` headers, to detect duplicates. */
export const seenCallbackCollection = collection<SeenCallbackRecord>(
  'seen_callbacks',
  'Callback',
  { jobId: String, webhookIdHash: String },
  [
    { keys: { workspaceId: 1, jobId: 1, webhookIdHash: 1 }, unique: true },
    { keys: { createdAt: 1 }, ttlSeconds: 7 * 24 * 3600 }, // longer than any sender retries
  ],
)

export const workflowJobStore = (db: Database) => {
  const jobs = db.tenant(workflowJobCollection)
  const seenCallbacks = db.tenant(seenCallbackCollection)
  // Callbacks contain no workspace id, and due calls are listed across workspaces.
  const allJobs = db.global(workflowJobCollection)
  return {
    list: (workspaceId: Id, { status, ...query }: PageQuery & { status?: JobStatus | undefined }) =>
      jobs(workspaceId).page({ filter: { ...(status && { status }) }, query }),
    /** Accepts both the callback id and the id that viewers see. */
    find: (workspaceId: Id, id: Id) =>
      jobs(workspaceId).findOne({ id: trusted({ $in: [id, viewIdOf(id)] }) }),
    get: (workspaceId: Id, id: Id) => jobs(workspaceId).get({ id: trusted({ $in: [id, viewIdOf(id)] }) }),
    listChangedSince: (workspaceId: Id, since: Date, limit: number) =>
      jobs(workspaceId).find(
        { updatedAt: trusted({ $gte: since }) },
        { sort: { updatedAt: 1, id: 1 }, limit },
      ),
    /** Callbacks may be authenticated by their id alone, so it must not be guessable. */
    insert: (workspaceId: Id, productId: Id, callDueAt: Date | null) => {
      const callbackId = newSecretId()
      return jobs(workspaceId).insert({
        id: viewIdOf(callbackId),
        callbackId,
        callbackKey: newSecret(),
        kind: 'product-marketing-post',
        productId,
        status: 'pending',
        progress: 0,
        step: null,
        message: null,
        meta: null,
        sequence: null,
        callDueAt,
        callAttempts: 0,
      })
    },

    /** Inserts the job of an import, which has the id that the importing service has chosen. */
    insertImport: (
      workspaceId: Id,
      callbackId: Id,
      job: Pick<WorkflowJobRecord, 'kind' | 'status' | 'progress' | 'step' | 'message' | 'meta' | 'sequence'>,
    ) =>
      jobs(workspaceId).insert({
        ...job,
        id: viewIdOf(callbackId),
        callbackId,
        productId: null,
        callDueAt: null,
        callAttempts: 0,
      }),

    /** Throws NOT_FOUND for jobs of imports, which accept no callbacks. */
    getByCallbackId: async (callbackId: Id) => {
      const ids = [viewIdOf(callbackId), callbackId]
      const found = await allJobs().find({ id: trusted({ $in: ids }) })
      const job = found.find((each) => (each.callbackId ?? each.id) === callbackId)
      if (job?.kind !== 'product-marketing-post') throw notFound('Job')
      return job
    },
    /** Must run in the transaction that read the job, so that a concurrent change causes a retry. */
    update: (workspaceId: Id, id: Id, changes: WorkflowJobChanges) => {
      db.requireTransaction()
      return jobs(workspaceId).update({ id }, { ...changes, callDueAt: null })
    },
    /** Stores that the tool needs no further call, and the sequence of a duplicate update. */
    endCalls: (workspaceId: Id, id: Id, sequence?: number) =>
      jobs(workspaceId).updateIf(
        { id },
        { callDueAt: null, ...(sequence !== undefined && { sequence }) },
        { keepsUpdatedAt: true },
      ),
    hasSeenCallback: (workspaceId: Id, jobId: Id, webhookIdHash: string) =>
      seenCallbacks(workspaceId).exists({ jobId, webhookIdHash }),
    insertSeenCallback: (workspaceId: Id, jobId: Id, webhookIdHash: string) =>
      seenCallbacks(workspaceId).insert({ jobId, webhookIdHash }),

    listDueCalls: (now: Date, maxDelayMs: number, limit: number) =>
      allJobs().find(overdue('callDueAt', now, maxDelayMs), { sort: { callDueAt: 1 }, limit }),
    /**
     * Counts the attempt before the call and schedules the next one. Returns null when another replica has claimed
     * the call.
     */
    claimCallIf: ({ workspaceId, id, callDueAt }: StoredWorkflowJob, nextDueAt: Date) =>
      jobs(workspaceId).updateIf(
        { id, callDueAt },
        { $set: { callDueAt: nextDueAt }, $inc: { callAttempts: 1 } },
        { keepsUpdatedAt: true },
      ),
  }
}
