import { iso, parseExactJson } from '@wp/kernel'
import type { Job } from './workflow-job.contract.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'

export const toJob = (stored: StoredWorkflowJob): Job => ({
  id: stored.id,
  kind: stored.kind,
  productId: stored.productId,
  status: stored.status,
  progress: stored.progress,
  step: stored.step,
  message: stored.message,
  meta: stored.meta === null ? null : (parseExactJson(stored.meta) as Record<string, unknown>),
  createdAt: iso(stored.createdAt),
  updatedAt: iso(stored.updatedAt),
})

/** Converts a job to its gRPC message. */
export const toJobMessage = (stored: StoredWorkflowJob) => ({
  id: stored.id,
  workspaceId: stored.workspaceId,
  kind: stored.kind,
  productId: stored.productId,
  status: stored.status,
  progress: stored.progress,
  ...(stored.step !== null && { step: stored.step }),
  ...(stored.message !== null && { message: stored.message }),
  ...(stored.meta !== null && { metaJson: stored.meta }),
  createdAt: iso(stored.createdAt),
  updatedAt: iso(stored.updatedAt),
})
