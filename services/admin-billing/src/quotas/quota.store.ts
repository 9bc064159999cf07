import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { hasExpired, releaseRetentionMs } from './quota.rules.ts'
import type { Quota, ServiceAmounts } from './quota.rules.ts'

/** The amount of a quota held under one key. `expiresAt` is null once it is committed. */
type Hold = { key: string; quota: Quota; amount: number; service: string; expiresAt: Date | null }

/**
 * A hold, or a marker that its key was released, which rejects a late reservation. `quota` is null when the release
 * arrived first.
 */
type HoldRecord = Omit<Hold, 'quota'> & { quota: Quota | null; releasedAt: Date | null }

/**
 * A quota's usage, in total and by service. Every reservation updates this document, so that concurrent ones cannot
 * exceed the limit.
 */
type UseRecord = { quota: Quota; used: number; byService: Record<string, number> }

export const holdCollection = collection<HoldRecord>(
  'quota_holds',
  'Quota hold',
  { key: String, quota: String, amount: Number, service: String, expiresAt: Date, releasedAt: Date },
  [
    { keys: { releasedAt: 1 }, ttlSeconds: releaseRetentionMs / 1000 },
    { keys: { workspaceId: 1, key: 1 }, unique: true },
    { keys: { workspaceId: 1, quota: 1, expiresAt: 1 } }, // reservations that are not committed
  ],
)

export const useCollection = collection<UseRecord>(
  'quota_uses',
  'Quota use',
  { quota: String, used: Number, byService: Object },
  [{ keys: { workspaceId: 1, quota: 1 }, unique: true }],
  { onePer: 'workspace and kind of quota' },
)

export const quotaStore = (db: Database) => {
  const holds = db.tenant(holdCollection)
  const uses = db.tenant(useCollection)
  return {
    findHold: (workspaceId: Id, key: string) => holds(workspaceId).findOne({ key }),
    insertHold: (workspaceId: Id, hold: Hold) => holds(workspaceId).insert({ ...hold, releasedAt: null }),
    commitHold: (workspaceId: Id, key: string) => holds(workspaceId).update({ key }, { expiresAt: null }),
    /** Marks a key as released, whether or not it holds anything. */
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

    listExpired: async (workspaceId: Id, quota: Quota, now: Date) => {
      const uncommitted = { quota, expiresAt: trusted({ $gt: new Date(0) }) }
      return (await holds(workspaceId).find(uncommitted)).filter((hold) => hasExpired(hold, now))
    },
    removeMany: (workspaceId: Id, expired: readonly Pick<Hold, 'key'>[]) =>
      holds(workspaceId).removeMany({ key: trusted({ $in: expired.map(({ key }) => key) }) }),

    findUse: (workspaceId: Id, quota: Quota) => uses(workspaceId).findOne({ quota }),

    /** Adds to the usage and returns the new total. Of two concurrent calls, one conflicts and is retried. */
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
