import { firstInstant, lastInstant } from '@wp/kernel'
import type { AuditQuery } from './audit.contract.ts'
import type { AuditFilter } from './audit.store.ts'

/** The filter of a query; a day without time counts from its first to its last millisecond (UTC). */
export const toAuditFilter = ({ actorId, action, from, to }: AuditQuery): AuditFilter => ({
  actorId,
  action,
  from: from === undefined ? undefined : firstInstant(from),
  to: to === undefined ? undefined : lastInstant(to),
})
