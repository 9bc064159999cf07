import { randomUUID } from 'node:crypto'
import { maxClockSkewMs } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Collection as MongooseCollection } from 'mongoose'
import { isDuplicateKey } from './errors.ts'
import { overdue } from './overdue.ts'
import type { Operate } from './transactions.ts'

/**
 * `ttlMs`: how long a process that dies keeps the lease, at most a minute. `keepMs`: how long it is kept after the work;
 * 0 by default. If both are equal, `keepMs` counts from the start of work that ends before the first renewal, which saves
 * a write.
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

/** The maximum of `ttlMs`. */
export const maxLeaseMs = 60_000

/**
 * Held by the process that changes indexes or stored data, which must not happen in two processes
 * concurrently.
 */
export const migrationsLease = ['migrations', { ttlMs: 10_000 }] as const

/**
 * How long a lease counts as in use after its work started if the end of short work is not written. Longer work renews
 * its lease after a third of this time.
 */
export const shortWorkMs = 3000

/**
 * `isKept`: the lease only remains for `keepMs` after its work, which ended at `busyUntil` at the latest. Set from the
 * start until the first renewal if the end of short work is not written.
 */
type Lease = { _id: string; holder: string; until: Date; isKept: boolean; busyUntil?: Date }

/** Leases of processes that died are removed a day later, regardless of clock differences. */
export const leaseIndexes = [{ keys: { until: 1 }, ttlSeconds: 86_400 }] as const

/**
 * Returns a filter for leases under which a process is working. A lease that ends too late was acquired with
 * a clock that was ahead, so its process may have ended long ago.
 */
export const leasesInUse = (now: Date) => ({
  until: { $gt: now, $lte: new Date(now.getTime() + maxLeaseMs + maxClockSkewMs) },
  $or: [{ isKept: { $ne: true } }, { busyUntil: { $gt: now } }],
})

/** Returns `withLease` for a collection of leases. Expiry relies on the clocks of all processes being alike. */
export const withLeaseOn =
  (leases: MongooseCollection<Lease>, operate: Operate, clock: Clock): WithLease =>
  async (name, { ttlMs, keepMs = 0 }, work) => {
    if (ttlMs > maxLeaseMs) throw new Error(`The lease ${name} can last at most ${maxLeaseMs} ms`)
    const holder = randomUUID()
    const later = (ms: number): Date => new Date(clock.now().getTime() + ms)
    const hold = async (filter: object, forMs: number, lease: object, upsert = false): Promise<boolean> => {
      const until = later(forMs)
      const result = await operate(() =>
        leases.updateOne({ _id: name, ...filter }, { $set: { holder, until, ...lease } }, { upsert }),
      )
      return result.matchedCount + result.upsertedCount === 1
    }
    let needsEnd = keepMs !== ttlMs
    let renewedAt = performance.now()
    const free = overdue('until', clock.now(), Math.max(ttlMs, keepMs))
    const start = needsEnd ? { isKept: false } : { isKept: true, busyUntil: later(shortWorkMs) }
    const isAcquired = await hold(free, ttlMs, start, true).catch((error: unknown) => {
      if (isDuplicateKey(error)) return false
      throw error
    })
    if (!isAcquired) return false

    const lost = new AbortController()
    const lose = (): void => lost.abort(new Error(`The lease ${name} was lost`))
    let hasEnded = false
    // A renewal can take longer than the lease lasts, so expiry has its own timer.
    let expiry: NodeJS.Timeout | undefined
    const awaitExpiry = (): void => {
      clearTimeout(expiry)
      expiry = setTimeout(lose, Math.max(0, renewedAt + ttlMs - performance.now()))
    }
    const renew = async (): Promise<void> => {
      const startedAt = performance.now()
      needsEnd = true
      const isHeld = await hold({ holder }, ttlMs, { isKept: false }).catch(() => null)
      if (hasEnded) return
      if (isHeld === false) lose()
      if (!isHeld) return
      renewedAt = Math.max(renewedAt, startedAt)
      awaitExpiry()
    }
    awaitExpiry()
    const marking = needsEnd ? undefined : setTimeout(() => void renew(), shortWorkMs / 3)
    const renewal = setInterval(() => void renew(), ttlMs / 3)
    try {
      await work(lost.signal)
    } finally {
      hasEnded = true
      clearTimeout(marking)
      clearInterval(renewal)
      clearTimeout(expiry)
      // With another holder, a late renewal cannot change the lease.
      if (keepMs === 0) await operate(() => leases.deleteOne({ _id: name, holder }))
      else if (needsEnd)
        await hold({ holder }, keepMs, { holder: randomUUID(), isKept: true, busyUntil: later(0) })
    }
    return true
  }
