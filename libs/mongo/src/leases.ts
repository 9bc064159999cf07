import { randomUUID } from 'node:crypto'
import type { Collection as MongooseCollection } from 'mongoose'
import { isDuplicateKey } from './errors.ts'
import { overdue } from './overdue.ts'
import type { Operate } from './transactions.ts'

/** A named lease that at most one process holds. Check `acquired` first. Expiry relies on the machines' clocks. */
export type Lease = {
  readonly acquired: boolean
  /** Extends the lease. Returns false when it was lost. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

type Held = { _id: string; holder: string; until: Date }

/** Tries once to acquire the lease; `acquired` says whether that succeeded. */
export const acquireLease = async (
  leases: MongooseCollection<Held>,
  operate: Operate,
  name: string,
  ttlMs: number,
): Promise<Lease> => {
  const holder = randomUUID()
  const hold = async (filter: object, isNew: boolean): Promise<boolean> => {
    const now = Date.now()
    const result = await operate(() =>
      leases.updateOne(
        { _id: name, ...filter },
        { $set: { holder, until: new Date(now + ttlMs) } },
        { upsert: isNew },
      ),
    )
    return result.matchedCount + result.upsertedCount === 1
  }
  const acquired = await hold(overdue('until', new Date(), ttlMs), true).catch((error: unknown) => {
    if (isDuplicateKey(error)) return false
    throw error
  })
  return {
    acquired,
    renew: async () => acquired && hold({ holder }, false),
    release: async () => {
      if (acquired) await operate(() => leases.deleteOne({ _id: name, holder }))
    },
  }
}
