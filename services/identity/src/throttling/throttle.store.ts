import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { collection, isOverdue, overdue, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'

/**
 * Counts completed and pending attempts in a time window. Not scoped to a workspace: most attempts are counted before
 * the workspace is known.
 */
type ThrottleRecord = { key: string; counted: number; pending: number; endsAt: Date }

export const throttleCollection = collection<ThrottleRecord>(
  'throttles',
  'Throttle',
  { key: String, counted: Number, pending: Number, endsAt: Date },
  [
    { keys: { key: 1 }, unique: true },
    { keys: { endsAt: 1 }, ttlSeconds: 0 },
  ],
  { unsharded: 'Counters of the whole platform, kept for minutes.' },
)

/** `waits`: whether an attempt at the limit waits for pending ones, which may turn out to be correct. */
export type Limit = { key: string; max: number; windowMs: number; waits?: boolean }

/**
 * A reserved attempt. `run` releases it when the callback returns a truthy value or throws UNAVAILABLE or TIMEOUT, and
 * counts it otherwise.
 */
export type Reservation = { run<Result>(attempt: () => Promise<Result>): Promise<Result> }

/** How long an attempt waits for pending ones before it is rejected. */
const maxWaitMs = 5_000
const retryMs = 100

/** Counters in the database, shared by all replicas. Only `countInTransaction` may be used inside a transaction. */
export const throttleStore = (db: Database, clock: Clock) => {
  const throttles = db.global(throttleCollection)

  const increment = async (
    { key, windowMs }: Limit,
    what: 'counted' | 'pending',
  ): Promise<ThrottleRecord> => {
    for (;;) {
      const now = clock.now()
      const ended = overdue('endsAt', now, windowMs)
      const added = await throttles().updateIf({ key, $nor: ended.$or }, { $inc: { [what]: 1 } })
      if (added) return added
      const fresh = {
        counted: what === 'counted' ? 1 : 0,
        pending: what === 'pending' ? 1 : 0,
        endsAt: new Date(now.getTime() + windowMs),
      }
      const reopened = await throttles().updateIf({ key, ...ended }, fresh)
      if (reopened) return reopened
      const opened = await throttles().insertIf({ key, ...fresh })
      if (opened) return opened
    }
  }

  // Reservations must be settled even when the request has run out of time; otherwise they block later attempts.
  const decrement = (key: string, what: 'counted' | 'pending') =>
    requestContext.runWithoutDeadline(() =>
      throttles().updateIf({ key, [what]: trusted({ $gt: 0 }) }, { $inc: { [what]: -1 } }),
    )

  const countPending = (key: string) =>
    requestContext.runWithoutDeadline(() =>
      throttles().updateIf({ key, pending: trusted({ $gt: 0 }) }, { $inc: { pending: -1, counted: 1 } }),
    )

  const tooManyAttempts = ({ endsAt }: ThrottleRecord): AppError => {
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000))
    return new AppError('RATE_LIMITED', `Too many attempts; try again in ${seconds} seconds`, {
      retryAfterSeconds: seconds,
    })
  }

  const reserveOne = async (limit: Limit): Promise<void> => {
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      const state = await increment(limit, 'pending')
      if (state.counted + state.pending <= limit.max) return
      await decrement(limit.key, 'pending')
      if (!limit.waits || state.counted >= limit.max || performance.now() > deadline)
        throw tooManyAttempts(state)
      await delay(retryMs * (0.5 + Math.random()))
    }
  }

  return {
    /**
     * Reserves an attempt under all limits, or throws RATE_LIMITED. Reserving first keeps concurrent wrong attempts
     * within the limit.
     */
    reserve: async (limits: Limit[]): Promise<Reservation> => {
      const reserved: string[] = []
      for (const limit of limits) {
        await reserveOne(limit).catch(async (error: unknown) => {
          for (const key of reserved) await decrement(key, 'pending')
          throw error
        })
        reserved.push(limit.key)
      }
      return {
        run: async (attempt) => {
          let isCounted = true
          try {
            const result = await attempt()
            isCounted = !result
            return result
          } catch (error) {
            isCounted = !isOverload(error)
            throw error
          } finally {
            for (const key of reserved.splice(0))
              await (isCounted ? countPending(key) : decrement(key, 'pending'))
          }
        },
      }
    },

    /** Counts an attempt under all limits, or throws RATE_LIMITED when a limit would be exceeded. */
    count: async (limits: Limit[]): Promise<{ undo: () => Promise<void> }> => {
      const counted: string[] = []
      const undo = async () => {
        for (const key of counted.splice(0)) await decrement(key, 'counted')
      }
      for (const limit of limits) {
        const state = await increment(limit, 'counted')
        counted.push(limit.key)
        if (state.counted <= limit.max) continue
        await undo()
        throw tooManyAttempts(state)
      }
      return { undo }
    },

    /** Counts in the current transaction, so that an attempt whose transaction rolls back is not counted. */
    countInTransaction: async (limits: Limit[]): Promise<void> => {
      db.requireTransaction()
      const now = clock.now()
      for (const { key, max, windowMs } of limits) {
        const state = await throttles().findOne({ key })
        const isOpen = state !== null && !isOverdue(state.endsAt, now, windowMs)
        if (isOpen && state.counted >= max) throw tooManyAttempts(state)
        const endsAt = new Date(now.getTime() + windowMs)
        await throttles().upsert(
          { key },
          isOpen ? { $inc: { counted: 1 } } : { counted: 1, pending: 0, endsAt },
        )
      }
    },

    clear: (keys: string[]) => throttles().removeMany({ key: trusted({ $in: keys }) }),
    clearStartingWith: (prefix: string) =>
      throttles().removeMany({ key: trusted({ $gte: prefix, $lt: `${prefix}\u{10ffff}` }) }),
  }
}
export type ThrottleStore = ReturnType<typeof throttleStore>

/** Returns whether the comparison never ran because the platform was busy or the request timed out. */
const isOverload = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT')
