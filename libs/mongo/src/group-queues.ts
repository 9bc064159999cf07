import { AsyncLocalStorage } from 'node:async_hooks'

/** A transaction waiting in a queue, and how to run it. */
export type QueuedJob<Attempt> = {
  /** Runs its own transaction. */
  alone: () => Promise<unknown>
  /** Runs it as a part of a transaction of several jobs. */
  within: (attempt: Attempt) => Promise<unknown>
  /** The deadline, as a value of `performance.now()`. */
  deadline: number
  /** Returns the error for a job that was not run in time. */
  tooLate: () => Error
}

export type GroupQueues<Attempt> = {
  /** Runs a job after those that wait under the same key. */
  run(key: string, job: QueuedJob<Attempt>): Promise<unknown>
}

/** Enough to make the cost of commits negligible, and few enough to hold locks only briefly. */
const maxTogether = 16

type Waiting<Attempt> = {
  job: QueuedJob<Attempt>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

/**
 * Runs the jobs of a key one after the other. Those that had to wait run together in one transaction, so that they share
 * its commit. When one of them fails, each runs in its own transaction.
 *
 * `together` returns the results of the jobs, or null when nothing was changed and they should run alone.
 */
export const groupQueues = <Attempt>(
  together: (jobs: readonly QueuedJob<Attempt>[], key: string) => Promise<readonly unknown[] | null>,
): GroupQueues<Attempt> => {
  type Line = Waiting<Attempt>[]
  const lines = new Map<string, Line>()
  // Jobs must not run in the context of the request that happened to be first.
  const outside = AsyncLocalStorage.snapshot()

  /** Returns whether all jobs succeeded, together if there are several. */
  const runGroup = async (key: string, group: Readonly<Line>): Promise<boolean> => {
    for (const { timer } of group) clearTimeout(timer)
    if (group.length > 1)
      try {
        const results = await together(
          group.map(({ job }) => job),
          key,
        )
        for (const [at, { resolve }] of group.entries()) if (results) resolve(results[at])
        if (results) return true
      } catch (error) {
        for (const { reject } of group) reject(error)
        return false
      }
    let isSuccess = group.length === 1
    for (const { job, resolve, reject } of group)
      await job.alone().then(resolve, (error: unknown) => {
        isSuccess = false
        reject(error)
      })
    return isSuccess
  }
  const serve = async (key: string, line: Line): Promise<void> => {
    // Where one job fails, as when many want the same thing, others probably fail too. Groups grow again with success,
    // because a line with enough callers never becomes empty.
    for (let size = maxTogether; line.length > 0;)
      size = (await runGroup(key, line.splice(0, size))) ? Math.min(2 * size, maxTogether) : 1
    lines.delete(key)
  }
  const wait = (line: Line, job: QueuedJob<Attempt>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const enter = AsyncLocalStorage.snapshot()
      const inContext: QueuedJob<Attempt> = {
        ...job,
        alone: () => enter(job.alone),
        within: (attempt) => enter(job.within, attempt),
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1)
        reject(job.tooLate())
      }, job.deadline - performance.now())
      const waiting = { job: inContext, resolve, reject, timer }
      line.push(waiting)
    })

  return {
    run: async (key, job) => {
      const line = lines.get(key)
      if (line) return wait(line, job)
      const own: Line = []
      lines.set(key, own)
      try {
        return await job.alone()
      } finally {
        void outside(serve, key, own)
      }
    },
  }
}
