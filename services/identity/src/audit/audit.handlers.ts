import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { Identity } from '../parts.ts'
import { listAudit, listWorkspaceAudit } from './audit.contract.ts'
import { filterOf } from './audit.rules.ts'
import type { StoredEntry } from './audit.store.ts'

export const auditHandlers = ({ audit }: Identity) => [
  handle(listAudit, async ({ query }) => {
    const { items, pagination } = await audit.page(filterOf(query), query)
    return reply(200, { entries: items.map(shownEntry), pagination })
  }),

  handle(listWorkspaceAudit, async ({ workspaceId, query }) => {
    const { items, pagination } = await audit.pageOf(workspaceId, filterOf(query), query)
    return reply(200, { entries: items.map(shownEntry), pagination })
  }),
]

const shownEntry = (entry: StoredEntry) => ({ ...entry, at: iso(entry.at) })
