import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAuditEntry } from './audit.store.ts'

/** `names` are those of the workspace's staff, by account. */
export const toAuditEntry = (entry: StoredAuditEntry, names: ReadonlyMap<Id, string | null> = new Map()) => ({
  ...entry,
  actorName: entry.actorName ?? (entry.actorId && names.get(entry.actorId)) ?? null,
  at: iso(entry.at),
})
