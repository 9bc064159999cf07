import { keyOf } from '@wp/auth'
import type { Principal } from '@wp/auth'
import type { Clock, Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import type { AuditFilter } from './audit.types.ts'

type AuditRecord = {
  at: Date
  workspaceId: Id | null
  /**
   * Null when the actor has no account or is unknown, such as an operator or someone who failed to log in.
   */
  actorId: Id | null
  /** Null for users, and in entries from before API keys were introduced. */
  actorName: string | null
  actorKind: string
  action: string
  targetType: string
  targetId: string | null
  requestId: string | null
}
export type StoredAuditEntry = PlatformDoc<AuditRecord>

const retentionSeconds = 2 * 365 * 86_400

export const auditCollection = collection<AuditRecord>(
  'audit_entries',
  'Audit entry',
  {
    at: Date,
    workspaceId: String,
    actorId: String,
    actorName: String,
    actorKind: String,
    action: String,
    targetType: String,
    targetId: String,
    requestId: String,
  },
  [
    { keys: { at: 1 }, ttlSeconds: retentionSeconds },
    { keys: { at: -1, _id: -1 } }, // all entries sorted by date
    { keys: { actorId: 1, at: -1, _id: -1 } },
    { keys: { action: 1, at: -1, _id: -1 } },
    { keys: { workspaceId: 1, at: -1, _id: -1 } }, // one workspace's entries
    { keys: { workspaceId: 1, actorId: 1, at: -1, _id: -1 } },
    { keys: { workspaceId: 1, action: 1, at: -1, _id: -1 } },
  ],
)

const newestFirst = { sort: { at: -1 }, neverNull: ['at'] } as const

/** An entry to record; its time and request id are added when it is stored. */
export type AuditEntry = Omit<AuditRecord, 'at' | 'requestId' | 'actorName'> &
  Partial<Pick<AuditRecord, 'actorName'>>

/** Not scoped to a workspace: admins read all entries, and some entries have no workspace. */
export const auditStore = (db: Database, clock: Clock) => {
  const entries = db.global(auditCollection)

  /** Records an entry in the current transaction, if there is one. */
  const record = (entry: AuditEntry): Promise<StoredAuditEntry> =>
    entries().insert({
      actorName: null,
      ...entry,
      at: clock.now(),
      requestId: requestContext.current()?.requestId ?? null,
    })

  return {
    record,

    recordBy: (principal: Principal, action: string, targetType: string, targetId: string) =>
      record({ ...toActor(principal), action, targetType, targetId }),

    /** Inserts an entry from another service, with its original time and request id. */
    insert: (entry: AuditRecord) => entries().insert(entry),

    page: (filter: AuditFilter, query: PageQuery) =>
      entries().page({ filter: toQuery(filter), ...newestFirst, query }),

    pageForWorkspace: (workspaceId: Id, filter: AuditFilter, query: PageQuery) =>
      entries().page({ filter: { workspaceId, ...toQuery(filter) }, ...newestFirst, query }),
  }
}
export type AuditStore = ReturnType<typeof auditStore>

const toQuery = ({ actorId, action, from, to }: AuditFilter) => ({
  ...(actorId && { actorId }),
  ...(action && { action }),
  ...((from || to) && { at: trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) }) }),
})

const toActor = (principal: Principal) => ({
  actorId: principal.accountId,
  actorName: keyOf(principal)?.name ?? null,
  actorKind: keyOf(principal) ? 'key' : principal.kind === 'admin' ? 'admin' : principal.role,
  workspaceId: principal.kind === 'admin' ? null : principal.workspaceId,
})
