import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { listAudit, listWorkspaceAudit } from './audit.contract.ts'
import { toAuditFilter } from './audit.rules.ts'
import { toAuditEntry } from './audit.view.ts'

export const auditHandlers = ({ audit, memberships, workspaces }: IdentityDeps) => [
  handle(listAudit, async ({ query }) => {
    const { items, pagination } = await audit.page(toAuditFilter(query, 'UTC'), query)
    return reply(200, { entries: items.map((entry) => toAuditEntry(entry)), pagination })
  }),

  handle(listWorkspaceAudit, async ({ workspaceId, query }) => {
    const { settings } = await workspaces.get(workspaceId)
    const filter = toAuditFilter(query, settings.timeZone)
    const { items, pagination } = await audit.pageForWorkspace(workspaceId, filter, query)
    const actorIds = new Set(items.flatMap(({ actorId }) => actorId ?? []))
    const members = await memberships.listByAccounts(workspaceId, [...actorIds])
    const names = new Map(members.map(({ accountId, name }) => [accountId, name]))
    return reply(200, { entries: items.map((entry) => toAuditEntry(entry, names)), pagination })
  }),
]
