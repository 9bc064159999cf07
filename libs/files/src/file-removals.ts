import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** A file to remove at `dueAt`, together with its quota. Every upload starts with one, so that a crash leaves nothing behind. */
type FileRemoval = { workspaceId: Id; dueAt: Date }

export const fileRemovalCollection = collection<FileRemoval>(
  'file_removals',
  'File removal',
  { dueAt: Date },
  [
    { keys: { workspaceId: 1 } },
    { keys: { dueAt: 1 } }, // overdue removals across workspaces
  ],
)

export const fileRemovalStore = (db: Database) => {
  const removals = db.tenant(fileRemovalCollection)
  // The job removes files across workspaces.
  const allRemovals = db.global(fileRemovalCollection)
  return {
    insert: (workspaceId: Id, id: Id, dueAt: Date) => removals(workspaceId).insert({ id, dueAt }),
    removeIf: (workspaceId: Id, id: Id) => removals(workspaceId).removeIf({ id }),
    listOverdue: (now: Date, limit: number) =>
      allRemovals().find({ dueAt: trusted({ $lte: now }) }, { sort: { dueAt: 1 }, limit }),
  }
}
