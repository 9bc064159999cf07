import { newSecretId } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Job, JobStatus } from './job.contract.ts'

type JobRecord = Pick<Job, 'kind' | 'productId' | 'status' | 'progress' | 'step' | 'message'> & {
  workspaceId: Id
  /** JSON text: it comes back unchanged, whatever its keys. */
  meta: string | null
  /** The highest that a callback brought. */
  sequence: number | null
  /** When the workflow tool is called next; null when there is nothing to call. */
  callDueAt: Date | null
  callAttempts: number
}
export type StoredJob = TenantDoc<JobRecord>
export type JobChanges = Partial<Omit<JobRecord, 'kind' | 'productId' | 'workspaceId'>>

export const jobCollection = collection<JobRecord>(
  'jobs',
  'Job',
  {
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
    { keys: { callDueAt: 1 }, partial: { callDueAt: { $type: 'date' } } }, // calls that are due
  ],
)

type SeenCallbackRecord = { jobId: Id; webhookIdHash: string }

/** The `webhook-id` of each update that was accepted. */
export const seenCallbackCollection = collection<SeenCallbackRecord>(
  'seen_callbacks',
  'Callback',
  { jobId: String, webhookIdHash: String },
  [{ keys: { workspaceId: 1, jobId: 1, webhookIdHash: 1 }, unique: true }],
)

export const jobStore = (db: Database) => {
  const jobs = db.tenant(jobCollection)
  const seenCallbacks = db.tenant(seenCallbackCollection)
  // A callback names no workspace, and calls that are due are asked for across all.
  const allJobs = db.global(jobCollection)
  return {
    list: (workspaceId: Id, { status, ...query }: PageQuery & { status?: JobStatus | undefined }) =>
      jobs(workspaceId).page({ filter: { ...(status && { status }) }, query }),
    find: (workspaceId: Id, id: Id) => jobs(workspaceId).findOne({ id }),
    get: (workspaceId: Id, id: Id) => jobs(workspaceId).get({ id }),
    listChangedSince: (workspaceId: Id, since: Date, limit: number) =>
      jobs(workspaceId).find(
        { updatedAt: trusted({ $gte: since }) },
        { sort: { updatedAt: 1, id: 1 }, limit },
      ),
    /** The id is all that a callback has to show, so it cannot be guessed. */
    insert: (workspaceId: Id, productId: Id, callDueAt: Date | null) =>
      jobs(workspaceId).insert({
        id: newSecretId(),
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
      }),

    getOfAll: (id: Id) => allJobs().get({ id }),
    /** After a look at the job: part of a transaction, which runs again when the job changes meanwhile. */
    update: (workspaceId: Id, id: Id, changes: JobChanges) => {
      db.requireTransaction()
      return jobs(workspaceId).update({ id }, changes)
    },
    hasSeenCallback: (workspaceId: Id, jobId: Id, webhookIdHash: string) =>
      seenCallbacks(workspaceId).exists({ jobId, webhookIdHash }),
    insertSeenCallback: (workspaceId: Id, jobId: Id, webhookIdHash: string) =>
      seenCallbacks(workspaceId).insert({ jobId, webhookIdHash }),

    listDueCalls: (now: Date, limit: number) =>
      allJobs().find({ callDueAt: trusted({ $lte: now }) }, { sort: { callDueAt: 1 }, limit }),
    /** Counts the attempt before it is made and sets when the next would be; null when another replica was faster. */
    claimCallIf: ({ workspaceId, id, callDueAt }: StoredJob, nextDueAt: Date) =>
      jobs(workspaceId).updateIf(
        { id, callDueAt },
        { $set: { callDueAt: nextDueAt }, $inc: { callAttempts: 1 } },
      ),
    /** The tool has the job. */
    endCalls: (workspaceId: Id, id: Id) => jobs(workspaceId).updateIf({ id }, { callDueAt: null }),
  }
}
