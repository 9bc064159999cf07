import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { Quota } from './quota.rules.ts'

/** What one key holds of a quota. `expiresAt` is null once it is committed. */
type HoldRecord = { key: string; quota: Quota; amount: number; service: string; expiresAt: Date | null }

/** How much of a quota is held: the one document on which all who reserve meet. */
type UseRecord = { quota: Quota; used: number }

export const holdCollection = collection<HoldRecord>(
  'quota_holds',
  { key: String, quota: String, amount: Number, service: String, expiresAt: Date },
  [
    { keys: { workspaceId: 1, key: 1 }, unique: true },
    { keys: { workspaceId: 1, quota: 1, expiresAt: 1 } }, // lapsed reservations; sums by service
  ],
)

export const useCollection = collection<UseRecord>('quota_uses', { quota: String, used: Number }, [
  { keys: { workspaceId: 1, quota: 1 }, unique: true },
])

/** Every method that changes something is to be called inside a transaction. */
export const quotaStore = (db: Database) => {
  const holds = db.tenant(holdCollection)
  const uses = db.tenant(useCollection)
  return {
    findHold: (workspaceId: Id, key: string) => holds(workspaceId).findOne({ key }),
    insertHold: (workspaceId: Id, hold: HoldRecord) => holds(workspaceId).insert(hold),
    commitHold: (workspaceId: Id, key: string) => holds(workspaceId).update({ key }, { expiresAt: null }),
    removeHold: (workspaceId: Id, key: string) => holds(workspaceId).remove({ key }),

    /** Removes the reservations that have lapsed by `now` and gives the amount they held. */
    removeLapsed: async (workspaceId: Id, quota: Quota, now: Date): Promise<number> => {
      const lapsed = await holds(workspaceId).find({ quota, expiresAt: trusted({ $lte: now }) })
      for (const { key } of lapsed) await holds(workspaceId).remove({ key })
      return lapsed.reduce((sum, { amount }) => sum + amount, 0)
    },

    findUse: async (workspaceId: Id, quota: Quota): Promise<number> =>
      (await uses(workspaceId).findOne({ quota }))?.used ?? 0,

    /** Adds to what is used and gives the new sum. Two at once conflict here, and one of them starts again. */
    addUse: async (workspaceId: Id, quota: Quota, amount: number): Promise<number> =>
      (await uses(workspaceId).upsert({ quota }, { $inc: { used: amount } })).used,
  }
}
