import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { releaseKeptMs } from './quota.rules.ts'
import type { Quota, ServiceAmounts } from './quota.rules.ts'

/** What one key holds of a quota. `expiresAt` is null once it is committed. */
type Hold = { key: string; quota: Quota; amount: number; service: string; expiresAt: Date | null }

/**
 * A hold, or what is left of one that was given back: it holds nothing and stays for a while, so that a reservation
 * that arrives after its release finds it. `quota` is null where the release came first.
 */
type HoldRecord = Omit<Hold, 'quota'> & { quota: Quota | null; releasedAt: Date | null }

/** How much of a quota is held, in all and by each service: the one document on which all who reserve meet. */
type UseRecord = { quota: Quota; used: number; byService: Record<string, number> }

export const holdCollection = collection<HoldRecord>(
  'quota_holds',
  'Quota hold',
  { key: String, quota: String, amount: Number, service: String, expiresAt: Date, releasedAt: Date },
  [
    { keys: { releasedAt: 1 }, ttlSeconds: releaseKeptMs / 1000 },
    { keys: { workspaceId: 1, key: 1 }, unique: true },
    { keys: { workspaceId: 1, quota: 1, expiresAt: 1 } }, // lapsed reservations
  ],
)

export const useCollection = collection<UseRecord>(
  'quota_uses',
  'Quota use',
  { quota: String, used: Number, byService: Object },
  [{ keys: { workspaceId: 1, quota: 1 }, unique: true }],
)

export const quotaStore = (db: Database) => {
  const holds = db.tenant(holdCollection)
  const uses = db.tenant(useCollection)
  const lapsed = (quota: Quota, now: Date) => ({ quota, expiresAt: trusted({ $lte: now }) })
  return {
    findHold: (workspaceId: Id, key: string) => holds(workspaceId).findOne({ key }),
    insertHold: (workspaceId: Id, hold: Hold) => holds(workspaceId).insert({ ...hold, releasedAt: null }),
    commitHold: (workspaceId: Id, key: string) => holds(workspaceId).update({ key }, { expiresAt: null }),
    /** Leaves of a hold, or of none, that its key was released. */
    release: (
      workspaceId: Id,
      key: string,
      hold: Pick<HoldRecord, 'quota' | 'service'> | null,
      releasedAt: Date,
    ) =>
      holds(workspaceId).upsert(
        { key },
        {
          $set: {
            quota: hold?.quota ?? null,
            service: hold?.service ?? '',
            amount: 0,
            expiresAt: null,
            releasedAt,
          },
        },
      ),

    /** The reservations that have lapsed by `now`. */
    listLapsed: (workspaceId: Id, quota: Quota, now: Date) => holds(workspaceId).find(lapsed(quota, now)),
    removeLapsed: (workspaceId: Id, quota: Quota, now: Date) =>
      holds(workspaceId).removeMany(lapsed(quota, now)),

    findUse: (workspaceId: Id, quota: Quota) => uses(workspaceId).findOne({ quota }),

    /** Adds to what is used and gives the new sum. Two at once conflict here, and one of them starts again. */
    addUse: async (workspaceId: Id, quota: Quota, amounts: ServiceAmounts): Promise<number> => {
      db.requireTransaction()
      const services = Object.entries(amounts)
      const used = services.reduce((sum, [, amount]) => sum + amount, 0)
      const byService = services.map(([service, amount]) => [`byService.${service}`, amount] as const)
      const use = await uses(workspaceId).upsert(
        { quota },
        { $inc: { used, ...Object.fromEntries(byService) } },
      )
      return use.used
    },
  }
}
