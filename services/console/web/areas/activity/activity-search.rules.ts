import { isDate, toText } from '../../app/search-parameter.rules.ts'

const names = ['view', 'open', 'status', 'action', 'actor', 'from', 'to'] as const

/** The filters of the lists and the record in the side panel (`open`), as they stand in the address. */
export type ActivitySearch = Partial<Record<(typeof names)[number], string>>

/** Returns the parameters that an address contains, without empty and unknown ones. */
export const toActivitySearch = (given: Record<string, unknown>): ActivitySearch =>
  Object.fromEntries(names.map((name) => [name, toText(given[name])] as const).filter(([, value]) => value))

/** Returns the parameters with some of them changed; an empty text removes one. */
export const changeSearch = (before: ActivitySearch, changes: ActivitySearch): ActivitySearch =>
  toActivitySearch({ ...before, ...changes })

const id = /^[0-9a-f]{24}$/

type AuditFilter = { action?: string; actorId?: string; from?: string; to?: string }

/** Returns the filters that the API understands; parts of an address that it would refuse are left out. */
export const toAuditFilter = ({ action, actor = '', from, to }: ActivitySearch): AuditFilter => ({
  ...(action && { action }),
  ...(id.test(actor) && { actorId: actor }),
  ...(isDate(from) && { from }),
  ...(isDate(to) && { to }),
})
