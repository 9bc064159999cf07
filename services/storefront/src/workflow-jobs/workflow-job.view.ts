import { iso, parseExactJson } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Job } from './workflow-job.contract.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'

/** Returns the id that callbacks need. Only members who manage the store may see it. */
export const callbackIdOf = ({ callbackId, id }: Pick<StoredWorkflowJob, 'callbackId' | 'id'>): Id =>
  callbackId ?? id

export const toJob = (stored: StoredWorkflowJob, showsCallbackId: boolean): Job => ({
  id: showsCallbackId ? callbackIdOf(stored) : stored.id,
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

/** Converts a job to its gRPC message, which contains the id for callbacks. */
export const toJobMessage = (stored: StoredWorkflowJob) => ({
  id: callbackIdOf(stored),
  workspaceId: stored.workspaceId,
  kind: stored.kind,
  ...(stored.productId !== null && { productId: stored.productId }),
  status: stored.status,
  progress: stored.progress,
  ...(stored.step !== null && { step: stored.step }),
  ...(stored.message !== null && { message: stored.message }),
  ...(stored.meta !== null && { metaJson: stored.meta }),
  createdAt: iso(stored.createdAt),
  updatedAt: iso(stored.updatedAt),
})
