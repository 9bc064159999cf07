import { createHash } from 'node:crypto'
import { defineRoute, open, resource, workspace } from '@wp/http'
import { FreeObject, IdString, pageQuery, Pagination } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { z } from 'zod'

export const JobStatus = z.enum(['pending', 'processing', 'done', 'failed'])
export type JobStatus = z.output<typeof JobStatus>
const ImportJobKind = z.enum(['client-import', 'service-import', 'product-import'])
const JobKind = z.enum(['product-marketing-post', ...ImportJobKind.options])

export const Job = resource('Job', {
  kind: JobKind,
  productId: IdString.nullable().describe('The product of a marketing post; null for imports'),
  status: JobStatus,
  progress: z.number().describe('Percentage from 0 to 100'),
  step: z.string().nullable(),
  message: z.string().nullable(),
  meta: FreeObject.nullable().describe(
    'The last value sent by the workflow tool; for an import its result: `created`, `updated`, `refused`, `reportUrl` and `dryRun`',
  ),
})
export type Job = z.output<typeof Job>

const maxMetaBytes = 64 * 1024

export const JobProgressUpdate = z.object({
  jobId: IdString,
  status: z.enum(['processing', 'done', 'failed']),
  progress: z.number().min(0).max(100),
  step: z.string().max(500),
  message: z.string().max(5000),
  meta: FreeObject.refine((meta) => Buffer.byteLength(JSON.stringify(meta)) <= maxMetaBytes, {
    error: 'must be at most 64 KiB',
  })
    .optional()
    .describe('At most 64 KiB; omit it to keep the stored value'),
})
export type JobProgressUpdate = z.output<typeof JobProgressUpdate>

/** The state of an import's job, as the importing service saves it. */
export const ImportJobState = JobProgressUpdate.extend({
  workspaceId: IdString,
  kind: ImportJobKind,
  status: JobStatus,
  sequence: z.int().min(0),
})
export type ImportJobState = z.output<typeof ImportJobState>

/** Updates with a sequence number can arrive in any order. */
export const JobCallback = JobProgressUpdate.extend({
  sequence: z.int().min(0).optional().describe('Increases with each update; older updates are ignored'),
})
export type JobCallback = z.output<typeof JobCallback>

/**
 * Returns the id shown to members who may only view jobs. A callback may be authenticated by the callback id alone,
 * which cannot be computed from this one.
 */
export const viewIdOf = (jobId: Id): Id =>
  createHash('sha256').update(`job/${jobId}`).digest('hex').slice(0, 24)

const viewNote =
  'Without the permission `store.manage`, `id` is a different id that progress callbacks do not accept.'

const OneJob = z.object({ job: Job })
const path = '/workspace/:workspaceId/jobs'
const tag = 'Jobs'

export const createMarketingPost = defineRoute({
  id: 'createMarketingPost',
  method: 'POST',
  path: '/workspace/:workspaceId/storefront/products/:productId/marketing-posts',
  summary: 'Create a marketing post for a product',
  description:
    'Starts a job in the configured workflow tool. Without a workflow tool, the job waits for callbacks.',
  tag,
  access: workspace('store.manage'),
  idempotency: 'transaction',
  replies: { 202: OneJob },
  fails: [400, 401, 403, 404, 409, 422],
})

export const listJobs = defineRoute({
  id: 'listJobs',
  method: 'GET',
  path,
  summary: 'List jobs',
  description: `Sorted by creation time, newest first. ${viewNote}`,
  tag,
  access: workspace('jobs.view'),
  query: pageQuery.extend({ status: JobStatus.optional() }),
  replies: { 200: z.object({ jobs: z.array(Job), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const getJob = defineRoute({
  id: 'getJob',
  method: 'GET',
  path: `${path}/:jobId`,
  summary: 'Get a job',
  description: viewNote,
  tag,
  access: workspace('jobs.view'),
  replies: { 200: OneJob },
  fails: [400, 401, 403, 404],
})

export const updateJobProgress = defineRoute({
  id: 'updateJobProgress',
  method: 'POST',
  path: '/webhooks/jobs/workflow/update-product-marketing-post-generatorn-progress',
  summary: "Report a job's progress",
  description:
    'Called by the workflow tool. Any status can change to any other. Duplicates return 200 and are ignored: an update equal to the stored state, a repeated `webhook-id` header, or a `sequence` that is not higher than the highest received. The `callbackUrl` that the workflow tool receives contains a `key`; a wrong key returns 404, and so does a missing one if the platform requires keys. By default, a job accepts 600 updates and 4 MiB per hour, and a workspace 10,000 updates and 32 MiB per day; further updates return 429.',
  tag: 'Webhooks',
  access: open(),
  rate: 'webhook',
  bodyLimit: 256 * 1024,
  query: z.object({ key: z.string().max(200).optional() }),
  body: JobCallback,
  invalid: 400,
  replies: { 200: z.object({ success: z.boolean(), message: z.string() }) },
  fails: [400, 404],
})
