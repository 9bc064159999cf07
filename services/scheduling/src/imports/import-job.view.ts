import { holds } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { parseExactJson } from '@wp/kernel'
import type { Job } from '@wp/storefront/contract'
import { viewIdOf } from '@wp/storefront/contract'

/** A job as storefront returns it over gRPC. */
type JobMessage = Omit<Job, 'kind' | 'status' | 'productId' | 'step' | 'message' | 'meta'> & {
  kind: string
  status: string
  productId?: string | undefined
  step?: string | undefined
  message?: string | undefined
  metaJson?: string | undefined
}

export const toJob = (job: JobMessage): Job => ({
  id: job.id,
  kind: job.kind as Job['kind'],
  productId: job.productId ?? null,
  status: job.status as Job['status'],
  progress: job.progress,
  step: job.step ?? null,
  message: job.message ?? null,
  meta: job.metaJson === undefined ? null : (parseExactJson(job.metaJson) as Record<string, unknown>),
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
})

/** Returns a job with its id in the list of jobs. */
export const toVisibleJob = (job: Job, principal: WorkspacePrincipal): Job =>
  holds(principal, 'store.manage') ? job : { ...job, id: viewIdOf(job.id) }
