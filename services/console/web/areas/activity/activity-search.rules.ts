import { listSearch } from '../../app/list-search.rules.ts'
import { isDate } from '../../app/search-parameter.rules.ts'

export const toActivitySearch = listSearch(['view', 'open', 'status', 'action', 'actor', 'from', 'to'])

export type ActivitySearch = ReturnType<typeof toActivitySearch>

const id = /^[0-9a-f]{24}$/

type AuditFilter = { action?: string; actorId?: string; from?: string; to?: string }

/** Returns the filters that the API accepts, and drops invalid parts of the URL. */
export const toAuditFilter = ({ action, actor = '', from, to }: ActivitySearch): AuditFilter => ({
  ...(action && { action }),
  ...(id.test(actor) && { actorId: actor }),
  ...(isDate(from) && { from }),
  ...(isDate(to) && { to }),
})
