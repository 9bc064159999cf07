import type { EnvelopeOf } from '@wp/bus'
import { parseExactJson } from '@wp/kernel'
import type { ResultCritical } from '@wp/labs/contract'
import type { Job, ServerMessage } from '@workspace-platform/client/realtime'
import { viewIdOf } from '@wp/storefront/contract'
import type { JobProgressed } from '@wp/storefront/contract'
import { jobChannel } from './channel.rules.ts'

export type RelayedEvent = EnvelopeOf<typeof JobProgressed> | EnvelopeOf<typeof ResultCritical>

/** Returns the channels to which an event is sent. A job has two: one for each of its ids. */
export const channelsOf = (event: RelayedEvent): string[] => {
  if (event.type === 'wp.labs.result.critical.v1') return ['labs']
  const { jobId } = event.data
  return ['jobs', jobChannel(jobId), jobChannel(viewIdOf(jobId))]
}

/** Converts an event to a message. Only clients that may see callback ids get the job's callback id. */
export const toEventMessage = (
  event: RelayedEvent,
  channel: string,
  seq: number,
  seesCallbackIds: boolean,
): ServerMessage => {
  if (event.type === 'wp.labs.result.critical.v1')
    return {
      type: 'event',
      channel,
      seq,
      id: event.id,
      at: event.time,
      event: 'lab.critical',
      data: event.data,
    }
  const { at, ...update } = event.data
  const data = seesCallbackIds ? update : { ...update, jobId: viewIdOf(update.jobId) }
  return { type: 'event', channel, seq, id: event.id, at, event: 'job.progress', data }
}

/** A job as storefront returns it over gRPC. */
export type JobMessage = Omit<Job, 'status' | 'step' | 'message' | 'meta'> & {
  status: string
  step?: string | undefined
  message?: string | undefined
  metaJson?: string | undefined
}

/** Converts a job to its API form. */
export const toJob = (job: JobMessage, seesCallbackIds: boolean): Job => ({
  id: seesCallbackIds ? job.id : viewIdOf(job.id),
  kind: job.kind,
  productId: job.productId,
  status: job.status as Job['status'],
  progress: job.progress,
  step: job.step ?? null,
  message: job.message ?? null,
  meta: job.metaJson === undefined ? null : (parseExactJson(job.metaJson) as Record<string, unknown>),
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
})
