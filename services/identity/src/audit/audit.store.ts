import type { Principal } from '@wp/auth'
import type { Clock, Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'

type AuditRecord = {
  at: Date
  workspaceId: Id | null
  /** Null when nobody is known to have done it, such as a failed login with an unknown email. */
  actorId: Id | null
  actorKind: string
  action: string
  targetType: string
  targetId: string | null
  requestId: string | null
}
export type StoredEntry = PlatformDoc<AuditRecord>

export const auditCollection = collection<AuditRecord>(
  'audit_entries',
  'Audit entry',
  {
    at: Date,
    workspaceId: String,
    actorId: String,
    actorKind: String,
    action: String,
    targetType: String,
    targetId: String,
    requestId: String,
  },
  [
    { keys: { at: -1, _id: -1 } }, // all, by date
    { keys: { actorId: 1, at: -1, _id: -1 } },
    { keys: { action: 1, at: -1, _id: -1 } },
    { keys: { workspaceId: 1, at: -1, _id: -1 } }, // a workspace's
    { keys: { workspaceId: 1, actorId: 1, at: -1, _id: -1 } },
    { keys: { workspaceId: 1, action: 1, at: -1, _id: -1 } },
  ],
)

export type Deed = {
  actorId: Id | null
  actorKind: string
  workspaceId: Id | null
  action: string
  targetType: string
  targetId: string | null
}

export type AuditFilter = {
  actorId?: Id | undefined
  action?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Who did it, as an entry names them. */
export const actorOf = (principal: Principal) => ({
  actorId: principal.accountId,
  actorKind: principal.kind === 'admin' ? 'admin' : principal.role,
  workspaceId: principal.kind === 'admin' ? null : principal.workspaceId,
})

export const auditStore = (db: Database, clock: Clock) => {
  const entries = db.global(auditCollection)

  const filterOf = ({ actorId, action, from, to }: AuditFilter) => ({
    ...(actorId && { actorId }),
    ...(action && { action }),
    ...((from || to) && { at: trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) }) }),
  })

  return {
    /** In the transaction of the deed, where there is one. */
    record: (deed: Deed): Promise<StoredEntry> =>
      entries().insert({
        ...deed,
        at: clock.now(),
        requestId: requestContext.current()?.requestId ?? null,
      }),

    /** What another service told. */
    insert: (entry: AuditRecord) => entries().insert(entry),

    page: (filter: AuditFilter, query: PageQuery) =>
      entries().page({ filter: filterOf(filter), sort: { at: -1 }, query }),

    pageOf: (workspaceId: Id, filter: AuditFilter, query: PageQuery) =>
      entries().page({ filter: { workspaceId, ...filterOf(filter) }, sort: { at: -1 }, query }),
  }
}
export type AuditStore = ReturnType<typeof auditStore>
