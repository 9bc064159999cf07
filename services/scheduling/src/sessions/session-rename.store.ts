import type { Id } from '@wp/kernel'
import { collection, overdue } from '@wp/mongo'
import type { Database } from '@wp/mongo'

export type RenamedKind = 'client' | 'staff' | 'service'

/** A rename to repeat, for bookings that read the old name before the rename and were committed after it. */
type SessionRename = {
  workspaceId: Id
  kind: RenamedKind
  recordId: Id
  /** Used only by replicas of an older release. */
  name: string
  dueAt: Date
}

export const sessionRenameCollection = collection<SessionRename>(
  'session_renames',
  'Rename',
  { kind: String, recordId: String, name: String, dueAt: Date },
  [
    { keys: { workspaceId: 1, kind: 1, recordId: 1 }, unique: true },
    { keys: { dueAt: 1 } }, // due renames in all workspaces
  ],
  { emptiedBy: 'repeat-session-renames' },
)

export const sessionRenameStore = (db: Database) => {
  const renames = db.tenant(sessionRenameCollection)
  const allRenames = db.global(sessionRenameCollection)
  return {
    schedule: (workspaceId: Id, kind: RenamedKind, recordId: Id, name: string, dueAt: Date) =>
      renames(workspaceId).upsert({ kind, recordId }, { name, dueAt }),
    listDue: (now: Date, repeatAfterMs: number, limit: number) =>
      allRenames().find(overdue('dueAt', now, repeatAfterMs), { sort: { dueAt: 1 }, limit }),
    /** Keeps the rename if it was scheduled again in the meantime. */
    removeIf: (workspaceId: Id, id: Id, dueAt: Date) => renames(workspaceId).removeIf({ id, dueAt }),
  }
}
