import type { Id } from '@wp/kernel'
import { collection, overdue, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/**
 * A file to remove at `dueAt`; the removal also releases its quota. Every upload first schedules its own removal, so
 * that a crash leaves nothing behind.
 */
type FileRemoval = {
  workspaceId: Id
  dueAt: Date
  /** Whether the job has begun to remove the file; no record may refer to it from then on. */
  isClaimed?: boolean
}

export const fileRemovalCollection = collection<FileRemoval>(
  'file_removals',
  'File removal',
  { dueAt: Date, isClaimed: Boolean },
  [
    { keys: { workspaceId: 1 } },
    { keys: { dueAt: 1 } }, // Used to find overdue removals across workspaces.
  ],
  { emptiedBy: 'remove-files' },
)

export const fileRemovalStore = (db: Database) => {
  const removals = db.tenant(fileRemovalCollection)
  // The job removes files in all workspaces.
  const allRemovals = db.global(fileRemovalCollection)
  return {
    insert: (workspaceId: Id, id: Id, dueAt: Date) => removals(workspaceId).insert({ id, dueAt }),
    removeIf: (workspaceId: Id, id: Id) => removals(workspaceId).removeIf({ id }),
    /** Returns null when the job has removed the file or begun to remove it. */
    removeUnclaimedIf: (workspaceId: Id, id: Id) =>
      removals(workspaceId).removeIf({ id, isClaimed: trusted({ $ne: true }) }),
    claimIf: (workspaceId: Id, id: Id) => removals(workspaceId).updateIf({ id }, { isClaimed: true }),
    /** Lists removals that are due, and those that a clock far ahead has scheduled: uploads last at most `termMs`. */
    listOverdue: (now: Date, termMs: number, limit: number) =>
      allRemovals().find(overdue('dueAt', now, termMs), { sort: { dueAt: 1 }, limit }),
  }
}
