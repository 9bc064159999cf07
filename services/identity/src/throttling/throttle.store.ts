import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** What happened since the window opened with its first time: what counts, and what is not decided yet. */
type ThrottleRecord = { key: string; counted: number; pending: number; endsAt: Date }

export const throttleCollection = collection<ThrottleRecord>(
  'throttles',
  'Throttle',
  { key: String, counted: Number, pending: Number, endsAt: Date },
  [
    { keys: { key: 1 }, unique: true },
    { keys: { endsAt: 1 }, ttlSeconds: 0 },
  ],
)

/** `isPatient`: waits for those who came at the same moment, since they may turn out to be right. */
export type Limit = { key: string; max: number; windowMs: number; isPatient?: boolean }

/** A place under limits, held while an attempt is looked at: given back when it was right, counted when it gave nothing or failed. */
export type Places = { judge<Result>(look: () => Promise<Result>): Promise<Result> }

/** How long an attempt waits for others that are being looked at; then it is refused. */
const patienceMs = 5_000
const againMs = 100

/** Counters in the database: shared by replicas, kept over restarts. Not for use inside a transaction. */
export const throttleStore = (db: Database, clock: Clock) => {
  const throttles = db.global(throttleCollection)

  const add = async ({ key, windowMs }: Limit, what: 'counted' | 'pending'): Promise<ThrottleRecord> => {
    for (;;) {
      const now = clock.now()
      const added = await throttles().updateIf(
        { key, endsAt: trusted({ $gt: now }) },
        { $inc: { [what]: 1 } },
      )
      if (added) return added
      const fresh = {
        counted: what === 'counted' ? 1 : 0,
        pending: what === 'pending' ? 1 : 0,
        endsAt: new Date(now.getTime() + windowMs),
      }
      const reopened = await throttles().updateIf({ key, endsAt: trusted({ $lte: now }) }, fresh)
      if (reopened) return reopened
      const opened = await throttles()
        .insert({ key, ...fresh })
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'CONFLICT') return null
          throw error
        })
      if (opened) return opened
    }
  }

  const drop = (key: string, what: 'counted' | 'pending') =>
    throttles().updateIf({ key, [what]: trusted({ $gt: 0 }) }, { $inc: { [what]: -1 } })

  const settle = (key: string) =>
    throttles().updateIf({ key, pending: trusted({ $gt: 0 }) }, { $inc: { pending: -1, counted: 1 } })

  const refusal = ({ endsAt }: ThrottleRecord): AppError => {
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000))
    return new AppError('RATE_LIMITED', `Too many attempts: try again in ${seconds} seconds`, {
      retryAfterSeconds: seconds,
    })
  }

  const hold = async (limit: Limit): Promise<void> => {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const state = await add(limit, 'pending')
      if (state.counted + state.pending <= limit.max) return
      await drop(limit.key, 'pending')
      if (!limit.isPatient || state.counted >= limit.max || Date.now() > deadline) throw refusal(state)
      await delay(againMs * (0.5 + Math.random()))
    }
  }

  return {
    /**
     * Holds a place under each limit, or none and RATE_LIMITED. Taken before the attempt is looked at, so that parallel
     * wrong attempts cannot be more than the limit.
     */
    hold: async (limits: Limit[]): Promise<Places> => {
      const held: string[] = []
      const giveBack = async () => {
        for (const key of held.splice(0)) await drop(key, 'pending')
      }
      for (const limit of limits) {
        await hold(limit).catch(async (error: unknown) => {
          await giveBack()
          throw error
        })
        held.push(limit.key)
      }
      const judge = async <Result>(look: () => Promise<Result>): Promise<Result> => {
        let isRight = false
        try {
          const result = await look()
          isRight = Boolean(result)
          return result
        } finally {
          for (const key of held.splice(0)) await (isRight ? drop(key, 'pending') : settle(key))
        }
      }
      return { judge }
    },

    /** Counts at once, under each limit or none; RATE_LIMITED when one is reached. */
    count: async (limits: Limit[]): Promise<{ giveBack: () => Promise<void> }> => {
      const counted: string[] = []
      const giveBack = async () => {
        for (const key of counted.splice(0)) await drop(key, 'counted')
      }
      for (const limit of limits) {
        const state = await add(limit, 'counted')
        counted.push(limit.key)
        if (state.counted <= limit.max) continue
        await giveBack()
        throw refusal(state)
      }
      return { giveBack }
    },

    clear: (keys: string[]) => throttles().removeMany({ key: trusted({ $in: keys }) }),
    clearStartingWith: (prefix: string) =>
      throttles().removeMany({ key: trusted({ $gte: prefix, $lt: `${prefix}\u{10ffff}` }) }),
  }
}
export type ThrottleStore = ReturnType<typeof throttleStore>
