import { defineEvent } from '@wp/bus'
import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Job, JobProgressUpdate } from './job.contract.ts'
import type { StoredJob } from './job.store.ts'
import { toJob } from './job.view.ts'

export const JobCreated = defineEvent({
  type: 'wp.storefront.job.created.v1',
  summary: 'A job was made and waits for the workflow tool',
  data: z.object({ job: Job }),
})

export const JobProgressed = defineEvent({
  type: 'wp.storefront.job.progressed.v1',
  summary:
    'A job got further, was done or failed; those of one job come in the order in which they were accepted',
  data: JobProgressUpdate.extend({ at: z.string().describe('When it was accepted') }),
  subjectByWorkspace: true,
})

export const publishJobCreated = (tx: Tx, stored: StoredJob): void =>
  tx.publish(JobCreated, { workspaceId: stored.workspaceId, data: { job: toJob(stored) } })

export const publishJobProgressed = (
  tx: Tx,
  { workspaceId, updatedAt }: StoredJob,
  update: JobProgressUpdate,
): void => tx.publish(JobProgressed, { workspaceId, data: { ...update, at: iso(updatedAt) } })
