import { firstInstant, lastInstant } from '@wp/kernel'
import type { AuditQuery } from './audit.contract.ts'
import type { AuditFilter } from './audit.types.ts'

/** A date without a time covers the whole UTC day. */
export const toAuditFilter = ({ actorId, action, from, to }: AuditQuery): AuditFilter => ({
  actorId,
  action,
  from: from === undefined ? undefined : firstInstant(from),
  to: to === undefined ? undefined : lastInstant(to),
})
