import type { Job as StorefrontJob } from '../areas/storefront.ts'

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
export type Channel = JobsChannel | 'labs'

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
export type EventOf<Name extends Channel> = Name extends 'labs' ? CriticalResultMessage : JobProgressMessage
export type SnapshotOf<Name extends Channel> = SnapshotMessage<Name extends 'labs' ? null : Job>

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
  | SnapshotMessage<Job | null>
  | ErrorMessage
