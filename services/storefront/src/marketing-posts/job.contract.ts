import { defineRoute, open, resource, workspace } from '@wp/http'
import { FreeObject, IdString, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

export const JobStatus = z.enum(['pending', 'processing', 'done', 'failed'])
export type JobStatus = z.output<typeof JobStatus>
const JobKind = z.enum(['product-marketing-post'])

export const Job = resource('Job', {
  kind: JobKind,
  productId: IdString,
  status: JobStatus,
  progress: z.number().describe('0 to 100'),
  step: z.string().nullable(),
  message: z.string().nullable(),
  meta: FreeObject.nullable().describe('Whatever the workflow tool said last'),
})
export type Job = z.output<typeof Job>

const maxMetaBytes = 64 * 1024

/** What the workflow tool says about a job. */
export const JobProgressUpdate = z.object({
  jobId: IdString,
  status: z.enum(['processing', 'done', 'failed']),
  progress: z.number().min(0).max(100),
  step: z.string().max(500),
  message: z.string().max(5000),
  meta: FreeObject.refine((meta) => Buffer.byteLength(JSON.stringify(meta)) <= maxMetaBytes, {
    error: 'must have at most 64 KiB',
  })
    .optional()
    .describe('At most 64 KiB; left out: what the job holds stays'),
})
export type JobProgressUpdate = z.output<typeof JobProgressUpdate>

/** A sender that numbers its updates can send them in any order. */
export const JobCallback = JobProgressUpdate.extend({
  sequence: z.int().min(0).optional().describe('Rises with each update; an older one is ignored'),
})
export type JobCallback = z.output<typeof JobCallback>

const OneJob = z.object({ job: Job })
const path = '/workspace/:workspaceId/jobs'
const tag = 'Jobs'

export const createMarketingPost = defineRoute({
  id: 'createMarketingPost',
  method: 'POST',
  path: '/workspace/:workspaceId/storefront/products/:productId/marketing-posts',
  summary: 'Have a marketing post made for a product, by the configured workflow tool',
  description: 'Without a workflow tool the job waits for callbacks.',
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
  summary: 'Jobs, newest first',
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
  summary: 'One job',
  tag,
  access: workspace('jobs.view'),
  replies: { 200: OneJob },
  fails: [400, 401, 403, 404],
})

export const updateJobProgress = defineRoute({
  id: 'updateJobProgress',
  method: 'POST',
  path: '/webhooks/jobs/workflow/update-product-marketing-post-generatorn-progress',
  summary: 'The workflow tool says how far a job is',
  description:
    'Any state moves to the given one. A repeat (equal to what the job holds, a `webhook-id` header seen before, or a `sequence` not above the highest seen) is answered 200 and ignored.',
  tag: 'Webhooks',
  access: open(),
  rate: 'webhook',
  bodyLimit: 256 * 1024,
  body: JobCallback,
  invalid: 400,
  replies: { 200: z.object({ success: z.boolean(), message: z.string() }) },
  fails: [400, 404],
})
