import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { maxLeaseMs } from '@wp/mongo'
import type { Database, LeaseTimes } from '@wp/mongo'
import { runInSpan } from '@wp/telemetry'
import type { Logger, Metrics } from '@wp/telemetry'

export type JobContext = {
  /** Aborts when the service stops or another replica may have taken over; long jobs must check it. */
  readonly signal: AbortSignal
  /** Logs that the job failed for one record, and counts the run as failed; see `forEachRecord`. */
  readonly reportFailure: (error: unknown, record: { id: Id; workspaceId?: Id }) => void
}

type JobRun = (context: JobContext) => void | Promise<void>

/**
 * A background job that runs on a cron schedule (UTC) or at an interval after its last run ended. Each scheduled run
 * happens in only one replica. After a crash, another replica may repeat the run, so it must be idempotent.
 */
export type Job = {
  readonly name: string
  readonly run: JobRun
  /** Makes the job run in every replica, without a lease. */
  readonly everyReplica?: boolean
} & (
  | { readonly cron: string; readonly everyMs?: never; readonly watches?: never }
  | {
      readonly everyMs: number
      readonly cron?: never
      /**
       * Collections that contain the job's work. While this process has not changed them for 10 s, the job
       * runs only every 5 s: changes by other replicas and newly due work are found with that delay.
       */
      readonly watches?: readonly { readonly name: string }[]
    }
)

type JobDeps = {
  jobs: readonly Job[]
  db: Database | null
  logger: Logger
  metrics: Metrics
  /** When a job with `watches` is idle, and how often it runs then; for tests. */
  idle?: IdleTimes
}

type IdleTimes = { afterMs: number; everyMs: number }

/** Long enough to keep a replica with a slow clock from starting the same scheduled run again. */
const cronLeaseMs = 30_000
/** Equal to `keepMs` of a job that runs every five seconds, so that its lease needs only one write. */
const minLeaseMs = 4500
const closeTimeoutMs = 2000
const idleTimes: IdleTimes = { afterMs: 10_000, everyMs: 5000 }

/** Starts the jobs; `close` aborts running jobs and waits up to 2 s for them. */
export const startJobs = async ({ jobs, db, logger, metrics, idle = idleTimes }: JobDeps) => {
  const stopping = new AbortController()
  const outcomes = metrics.counter('wp_job_runs_total', 'Job runs by outcome', ['job', 'outcome'])
  const seconds = metrics.histogram('wp_job_seconds', 'Duration of job runs', ['job'])
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, { stop(): void }>()

  const runJob = async (job: Job, signal = stopping.signal): Promise<void> => {
    const end = seconds.startTimer({ job: job.name })
    let outcome = 'done'
    const reportFailure: JobContext['reportFailure'] = (error, { id, workspaceId }) => {
      outcome = 'failed'
      const fields = { err: error, job: job.name, recordId: id, workspaceId }
      logger.error(fields, 'job failed for a record; the next run will retry it')
    }
    try {
      const context = { requestId: `job-${job.name}-${newId()}` }
      const run = async () => job.run({ signal, reportFailure })
      await runInSpan(context, `job ${job.name}`, { role: 'internal' }, run)
    } catch (error) {
      outcome = 'failed'
      logger.error({ err: error, job: job.name }, 'job failed; it will run again on its schedule')
    } finally {
      outcomes.inc({ job: job.name, outcome })
      end()
    }
  }

  const runWithLease = async (job: Job): Promise<void> => {
    if (!db || job.everyReplica) return runJob(job)
    await db.withLease(`job:${job.name}`, leaseTimesOf(job), async (lost) => {
      lost.addEventListener('abort', () =>
        logger.warn({ job: job.name }, "lost a job's lease; another replica may run the job"),
      )
      await runJob(job, AbortSignal.any([stopping.signal, lost]))
    })
  }

  const runTurn = (job: Job): Promise<void> => {
    const current = running.get(job.name)
    if (current) return current
    const started = runWithLease(job)
      .catch((error: unknown) =>
        logger.warn({ err: error, job: job.name }, "failed to acquire a job's lease; skipping this run"),
      )
      .finally(() => running.delete(job.name))
    running.set(job.name, started)
    return started
  }

  for (const job of jobs) {
    // Starts at 0: Prometheus sees no increase when a counter first appears with the value 1, so the alert would miss
    // it.
    for (const outcome of ['done', 'failed']) outcomes.inc({ job: job.name, outcome }, 0)
    timers.set(
      job.name,
      job.cron === undefined
        ? startInterval(job, { db, idle }, () => runTurn(job))
        : await startCron(job.cron, () => runTurn(job)),
    )
  }

  return {
    /** For tests: runs a job now, regardless of its schedule and lease. Failures are logged, not thrown. */
    runNow: async (name: string): Promise<void> => {
      const job = jobs.find((one) => one.name === name)
      if (!job)
        throw new Error(
          `Unknown job "${name}"; known jobs: ${jobs.map((one) => one.name).join(', ') || 'none'}`,
        )
      await running.get(name)
      await runJob(job)
    },
    close: async (): Promise<void> => {
      for (const timer of timers.values()) timer.stop()
      stopping.abort(new Error('The service is stopping'))
      await Promise.race([Promise.all(running.values()), delay(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

/**
 * The lease is not released after a run, so that another replica does not repeat it: it is kept for 90 % of the
 * interval or, for a cron job, for 30 s.
 */
const leaseTimesOf = (job: Job): LeaseTimes => {
  if (job.cron !== undefined) return { ttlMs: cronLeaseMs, keepMs: cronLeaseMs }
  const keepMs = job.everyMs * 0.9
  return { ttlMs: Math.min(Math.max(keepMs, minLeaseMs), maxLeaseMs), keepMs }
}

const startInterval = (
  { everyMs, watches = [] }: { everyMs: number; watches?: readonly { name: string }[] },
  { db, idle }: { db: Database | null; idle: IdleTimes },
  work: () => Promise<void>,
): { stop(): void } => {
  let isStopped = false
  let changedAt = performance.now()
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined
  const schedule = (ms: number): void => {
    clearTimeout(timer)
    nextAt = performance.now() + ms
    timer = setTimeout(() => {
      timer = undefined
      void work().then(() => {
        if (isStopped) return
        const isIdle = watches.length > 0 && performance.now() - changedAt > idle.afterMs
        schedule(isIdle ? Math.max(everyMs, idle.everyMs) : everyMs)
      })
    }, ms).unref()
  }
  const onChange = (): void => {
    changedAt = performance.now()
    if (timer && nextAt > changedAt + everyMs) schedule(everyMs)
  }
  const unwatch = watches.map((each) => db?.onChange(each, onChange))
  schedule(everyMs)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const end of unwatch) end?.()
    },
  }
}

const startCron = async (pattern: string, work: () => Promise<void>): Promise<{ stop(): void }> => {
  const { Cron } = await import('croner')
  return new Cron(pattern, { timezone: 'UTC', unref: true }, work)
}
