import type { Job as StorefrontJob } from '../areas/storefront.ts'
import type { ResourceChannels } from './channels.ts'

export type { ResourceChannels }

export type ClientMessage =
  | { type: 'auth'; token: string }
  | { type: 'subscribe'; channel: string; after?: number | undefined }
  | { type: 'unsubscribe'; channel: string }
  | { type: 'ping' }

/** A job's progress as reported by the workflow tool. */
export type JobProgress = {
  jobId: string
  status: 'processing' | 'done' | 'failed'
  /** 0 to 100. */
  progress: number
  step: string
  message: string
  meta?: Record<string, unknown> | undefined
}

/** A job as the API returns it. Its kind can be newer than this client. */
export type Job = Omit<StorefrontJob, 'kind'> & { kind: string }

/** A lab result outside its range's critical limits. */
export type CriticalResult = {
  testId: string
  itemId: string
  testName: string
  resultValueNumeric: number
  flag: 'low' | 'normal' | 'high' | null
}

export type JobsChannel = 'jobs' | `jobs.${string}`
/** A channel with the changes of one resource, such as `sessions`. */
export type ResourceChannel = keyof ResourceChannels
export type Channel = JobsChannel | 'labs' | ResourceChannel

type EventMessage<Name extends string, Data> = {
  type: 'event'
  channel: string
  /** Event number, which increases within a channel and is the same on every replica. */
  seq: number
  /** The event's id, which is the same for every delivery. */
  id: string
  at: string
  event: Name
  data: Data
}

/** The current state, sent when the history is not available. */
export type SnapshotMessage<Data> = { type: 'snapshot'; channel: string; seq: number; data: Data }

export type JobProgressMessage = EventMessage<'job.progress', JobProgress>
export type CriticalResultMessage = EventMessage<'lab.critical', CriticalResult>

/** The record, or only its id: large records, and some that changed together with many others, are not included. */
type ResourceData<Data> = (Data & { isTruncated?: undefined }) | TruncatedData<Data>
type TruncatedData<Data> = { [Field in keyof Data]: { id: string } } & { isTruncated: true }

/** A change of a record, with the same type and data as in webhooks. */
export type ResourceMessage<Name extends ResourceChannel = ResourceChannel> = {
  [Each in Name]: EventMessage<ResourceChannels[Each]['event'], ResourceData<ResourceChannels[Each]['data']>>
}[Name]

export type EventOf<Name extends Channel> = Name extends ResourceChannel
  ? ResourceMessage<Name>
  : Name extends 'labs'
    ? CriticalResultMessage
    : JobProgressMessage
/** Only snapshots of jobs contain the current state; on other channels, load the list again. */
export type SnapshotOf<Name extends Channel> = SnapshotMessage<Name extends JobsChannel ? Job : null>

export type ErrorMessage = {
  type: 'error'
  /** The requested channel, if the error concerns one. */
  channel?: string
  error: { code: string; message: string }
}

export type ServerMessage =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'subscribed'; channel: string; seq: number }
  | { type: 'unsubscribed'; channel: string }
  | JobProgressMessage
  | CriticalResultMessage
  | ResourceMessage
  | SnapshotMessage<Job | null>
  | ErrorMessage
