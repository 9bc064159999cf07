import { randomUUID } from 'node:crypto'
import type { Collection as MongooseCollection } from 'mongoose'
import { isDuplicateKey } from './errors.ts'
import { overdue } from './overdue.ts'
import type { Operate } from './transactions.ts'

/**
 * `ttlMs`: how long a process that dies keeps the lease. `keepMs`: how long it is kept after the work; 0 by default.
 */
export type LeaseTimes = { ttlMs: number; keepMs?: number }

/**
 * Runs `work` while this process holds the named lease. `signal` aborts when the lease is lost: another process may
 * hold it from then on. Returns false without running `work` if another process holds the lease.
 */
export type WithLease = (
  name: string,
  times: LeaseTimes,
  work: (signal: AbortSignal) => Promise<void>,
) => Promise<boolean>

/** Held by the process that changes indexes or stored data, which must not happen in two processes at once. */
export const migrationsLease = ['migrations', { ttlMs: 10_000 }] as const

type Held = { _id: string; holder: string; until: Date }

/** Returns `withLease` for a collection of leases. Expiry relies on the machines' clocks. */
export const withLeaseOn =
  (leases: MongooseCollection<Held>, operate: Operate): WithLease =>
  async (name, { ttlMs, keepMs = 0 }, work) => {
    const holder = randomUUID()
    const hold = async (filter: object, forMs: number, upsert: boolean): Promise<boolean> => {
      const until = new Date(Date.now() + forMs)
      const result = await operate(() =>
        leases.updateOne({ _id: name, ...filter }, { $set: { holder, until } }, { upsert }),
      )
      return result.matchedCount + result.upsertedCount === 1
    }
    const free = overdue('until', new Date(), Math.max(ttlMs, keepMs))
    const isAcquired = await hold(free, ttlMs, true).catch((error: unknown) => {
      if (isDuplicateKey(error)) return false
      throw error
    })
    if (!isAcquired) return false

    const lost = new AbortController()
    let renewedAt = performance.now()
    const renew = async (): Promise<void> => {
      const startedAt = performance.now()
      const isHeld = await hold({ holder }, ttlMs, false).catch(() => null)
      if (isHeld) renewedAt = startedAt
      if (isHeld === false || performance.now() - renewedAt > ttlMs)
        lost.abort(new Error(`The lease ${name} was lost`))
    }
    const renewal = setInterval(() => void renew(), ttlMs / 3)
    try {
      await work(lost.signal)
    } finally {
      clearInterval(renewal)
      if (keepMs > 0) await hold({ holder }, keepMs, false)
      else await operate(() => leases.deleteOne({ _id: name, holder }))
    }
    return true
  }
