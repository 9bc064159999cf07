import { toPublicData } from '@wp/bus'
import type { Envelope, EnvelopeOf } from '@wp/bus'
import { parseExactJson } from '@wp/kernel'
import { ResultCritical } from '@wp/labs/contract'
import type { Job, ServerMessage } from '@workspace-platform/client/realtime'
import { JobProgressed, viewIdOf } from '@wp/storefront/contract'
import type { ChannelCatalogue } from './channel-catalogue.store.ts'
import { jobChannel } from './channel.rules.ts'

const isJobProgress = (event: Envelope): event is EnvelopeOf<typeof JobProgressed> =>
  event.type === JobProgressed.type
const isCriticalResult = (event: Envelope): event is EnvelopeOf<typeof ResultCritical> =>
  event.type === ResultCritical.type

/** Returns the channels to which an event is sent. A job has two channels, one for each of its ids. */
export const channelsOf = (catalogue: ChannelCatalogue, event: Envelope): string[] => {
  if (isCriticalResult(event)) return ['labs']
  if (!isJobProgress(event)) return [getRelayed(catalogue, event).channel]
  const { jobId } = event.data
  return ['jobs', jobChannel(jobId), jobChannel(viewIdOf(jobId))]
}

/** Converts an event to a message. Only clients that may see callback ids get the job's callback id. */
export const toEventMessage = (
  catalogue: ChannelCatalogue,
  event: Envelope,
  channel: string,
  seq: number,
  seesCallbackIds: boolean,
): ServerMessage => {
  const { id, time } = event
  if (isCriticalResult(event))
    return { type: 'event', channel, seq, id, at: time, event: 'lab.critical', data: event.data }
  if (!isJobProgress(event))
    return { type: 'event', channel, seq, id, at: time, ...toPublicEvent(catalogue, event) }
  const { at, ...update } = event.data
  const data = seesCallbackIds ? update : { ...update, jobId: viewIdOf(update.jobId) }
  return { type: 'event', channel, seq, id, at, event: 'job.progress', data }
}

type PublicChange = { type: string; recordId: string; record: unknown }

/** Returns the type and data of a public event, the same as in webhooks. */
const toPublicEvent = (catalogue: ChannelCatalogue, event: Envelope) => {
  const change = event.data as PublicChange
  return { event: change.type, data: toPublicData(getRelayed(catalogue, event), change) } as PublicMessage
}
type PublicMessage = Pick<Extract<ServerMessage, { event: 'client.created' }>, 'event' | 'data'>

const getRelayed = (catalogue: ChannelCatalogue, { type }: Envelope) => {
  const definition = catalogue.findRelayed(type)
  if (!definition) throw new TypeError(`No channel has events of type ${type}`)
  return definition
}

/** A job as storefront returns it over gRPC. */
export type JobMessage = Omit<Job, 'productId' | 'status' | 'step' | 'message' | 'meta'> & {
  productId?: string | undefined
  status: string
  step?: string | undefined
  message?: string | undefined
  metaJson?: string | undefined
}

/** Converts a job to its API form. */
export const toJob = (job: JobMessage, seesCallbackIds: boolean): Job => ({
  id: seesCallbackIds ? job.id : viewIdOf(job.id),
  kind: job.kind,
  productId: job.productId ?? null,
  status: job.status as Job['status'],
  progress: job.progress,
  step: job.step ?? null,
  message: job.message ?? null,
  meta: job.metaJson === undefined ? null : (parseExactJson(job.metaJson) as Record<string, unknown>),
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
})
