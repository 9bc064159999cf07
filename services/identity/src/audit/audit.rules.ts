import { invalid, isCalendarDate } from '@wp/kernel'
import type { AuditQuery } from './audit.contract.ts'
import type { AuditFilter } from './audit.store.ts'

/** The filter of a query; a day without time counts from its first to its last millisecond (UTC). */
export const toAuditFilter = ({ actorId, action, from, to }: AuditQuery): AuditFilter => {
  const filter = {
    actorId,
    action,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(isCalendarDate(to) ? `${to}T23:59:59.999Z` : to),
  }
  if (filter.from && filter.to && filter.from > filter.to) throw invalid('from', 'must not be later than to')
  return filter
}
