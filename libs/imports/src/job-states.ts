import type { Id } from '@wp/kernel'
import type { StoredImport } from './import-records.ts'

/** The state of an import's job. A state with a higher sequence replaces one with a lower sequence. */
export type JobState = {
  status: 'pending' | 'processing' | 'done' | 'failed'
  progress: number
  step: string
  message: string
  meta: Record<string, unknown> | null
  sequence: number
}

export type ImportJob = JobState & { id: Id; workspaceId: Id; kind: string }

/** Keeps the jobs that members see; implemented by storefront. */
export type ImportJobs<Job> = {
  /** Creates or updates a job. Repeating a call, or a call with an older sequence, changes nothing. */
  save(job: ImportJob): Promise<Job>
}

type Counts = Pick<StoredImport, 'created' | 'updated' | 'refused'>
const processedIn = ({ created, updated, refused }: Counts): number => created + updated + refused

const toRows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`

export const pendingState = ({ rows }: StoredImport): JobState => ({
  status: 'pending',
  progress: 0,
  step: 'Waiting',
  message: toRows(rows),
  meta: null,
  sequence: 1,
})

export const progressState = (stored: StoredImport): JobState => ({
  status: 'processing',
  progress: Math.floor((processedIn(stored) * 100) / Math.max(stored.rows, 1)),
  step: stored.isDryRun ? 'Checking' : 'Importing',
  message: `${processedIn(stored)} of ${toRows(stored.rows)}`,
  meta: null,
  sequence: stored.position + 2,
})

/** Returns the last state of a job, which contains the result. */
export const doneState = (stored: StoredImport, reportUrl: string): JobState => {
  const { created, updated, refused, rows, batches, isDryRun, failure } = stored
  const meta = { created, updated, refused, reportUrl, dryRun: isDryRun }
  const sequence = batches + 3
  if (failure !== null)
    return { ...failedState(sequence, failure), progress: progressState(stored).progress, meta }
  const message = `${created} created, ${updated} updated, ${refused} refused of ${toRows(rows)}`
  return { status: 'done', progress: 100, step: 'Completed', message, meta, sequence }
}

export const failedState = (sequence: number, message: string): JobState => ({
  status: 'failed',
  progress: 0,
  step: 'Failed',
  message,
  meta: null,
  sequence,
})
