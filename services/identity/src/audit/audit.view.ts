import { iso } from '@wp/kernel'
import type { StoredAuditEntry } from './audit.store.ts'

export const toAuditEntry = (entry: StoredAuditEntry) => ({
  ...entry,
  actorName: entry.actorName ?? null,
  at: iso(entry.at),
})
