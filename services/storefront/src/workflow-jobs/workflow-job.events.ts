import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Job, JobProgressUpdate } from './workflow-job.contract.ts'
import type { StoredWorkflowJob } from './workflow-job.store.ts'
import { toJob } from './workflow-job.view.ts'

export const JobCreated = defineEvent({
  type: 'wp.storefront.job.created.v1',
  summary: 'A job was created and is waiting for the workflow tool',
  data: z.object({ job: Job }),
})

export const JobProgressed = defineEvent({
  type: 'wp.storefront.job.progressed.v1',
  summary:
    "A job made progress, completed or failed. Each job's events are published in the order in which updates were accepted.",
  data: JobProgressUpdate.extend({ at: z.string().describe('When the update was accepted') }),
  subjectByWorkspace: true,
})

export const JobPublished = definePublicEvent({
  service: 'storefront',
  resource: 'job',
  channel: null, // the channel jobs has JobProgressed instead
  verbs: ['updated'],
  permission: 'jobs.view',
  record: Job,
})

export const publishJobCreated = (tx: Tx, stored: StoredWorkflowJob): void =>
  tx.publish(JobCreated, { workspaceId: stored.workspaceId, data: { job: toJob(stored, true) } })

/** The public event does not contain the id for callbacks, which is a secret. */
export const publishJobProgressed = (tx: Tx, stored: StoredWorkflowJob, update: JobProgressUpdate): void => {
  const { workspaceId, updatedAt } = stored
  tx.publish(JobProgressed, { workspaceId, data: { ...update, at: iso(updatedAt) } })
  publishPublicEvent(tx, JobPublished, 'updated', workspaceId, toJob(stored, false))
}
