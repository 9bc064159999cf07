import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { listAudit, listWorkspaceAudit } from './audit.contract.ts'
import { toAuditFilter } from './audit.rules.ts'
import { toAuditEntry } from './audit.view.ts'

export const auditHandlers = ({ audit, workspaces }: IdentityDeps) => [
  handle(listAudit, async ({ query }) => {
    const { items, pagination } = await audit.page(toAuditFilter(query, 'UTC'), query)
    return reply(200, { entries: items.map(toAuditEntry), pagination })
  }),

  handle(listWorkspaceAudit, async ({ workspaceId, query }) => {
    const { settings } = await workspaces.get(workspaceId)
    const filter = toAuditFilter(query, settings.timeZone)
    const { items, pagination } = await audit.pageForWorkspace(workspaceId, filter, query)
    return reply(200, { entries: items.map(toAuditEntry), pagination })
  }),
]
