import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { listAudit, listWorkspaceAudit } from './audit.contract.ts'
import { toAuditFilter } from './audit.rules.ts'
import { toAuditEntry } from './audit.view.ts'

export const auditHandlers = ({ audit }: IdentityDeps) => [
  handle(listAudit, async ({ query }) => {
    const { items, pagination } = await audit.page(toAuditFilter(query), query)
    return reply(200, { entries: items.map(toAuditEntry), pagination })
  }),

  handle(listWorkspaceAudit, async ({ workspaceId, query }) => {
    const { items, pagination } = await audit.pageForWorkspace(workspaceId, toAuditFilter(query), query)
    return reply(200, { entries: items.map(toAuditEntry), pagination })
  }),
]
