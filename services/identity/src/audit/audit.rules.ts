import { instantRange } from '@wp/kernel'
import type { AuditQuery } from './audit.contract.ts'
import type { AuditFilter } from './audit.types.ts'

/** A date without a time covers the whole day in the time zone. */
export const toAuditFilter = ({ actorId, action, from, to }: AuditQuery, timeZone: string): AuditFilter => ({
  actorId,
  action,
  ...instantRange({ from, to }, timeZone),
})
