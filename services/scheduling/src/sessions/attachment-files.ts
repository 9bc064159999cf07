import type { FileStore } from '@wp/files'
import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { Billing } from '../peers.ts'

/** A file that is to go, with the room it holds, once `dueAt` has come. An upload begins as one, so that a crash leaves nothing behind. */
type FileRemoval = { workspaceId: Id; dueAt: Date }

export const fileRemovalCollection = collection<FileRemoval>(
  'file_removals',
  'File removal',
  { dueAt: Date },
  [
    { keys: { workspaceId: 1 } },
    { keys: { dueAt: 1 } }, // what is overdue, across workspaces
  ],
)

const uploadMs = 5 * 60_000

type Parts = {
  db: Database
  files: FileStore
  billing: Billing
  clock: Clock
  logger: Logger
}

/** The files of attachments and the storage quota that they take: both or neither, also when a process ends in between. */
export const attachmentFiles = ({ db, files, billing, clock, logger }: Parts) => {
  const removals = db.tenant(fileRemovalCollection)
  const overdue = db.global(fileRemovalCollection)

  const clear = async (workspaceId: Id, id: Id): Promise<void> => {
    try {
      await files.remove(fileKey(workspaceId, id))
      await billing.releaseQuota({ workspaceId, key: quotaKey(id) })
      await removals(workspaceId).removeIf({ id })
    } catch (error) {
      logger.warn({ err: error, attachmentId: id }, 'file not removed yet; the job will try again')
    }
  }

  return {
    /** Stores the file and takes room for it (422 QUOTA_EXCEEDED when there is none). It goes again unless `settle` follows. */
    put: async (workspaceId: Id, id: Id, bytes: Uint8Array, contentType: string): Promise<void> => {
      const dueAt = new Date(clock.now().getTime() + uploadMs)
      await removals(workspaceId).insert({ id, dueAt })
      try {
        const key = quotaKey(id)
        await billing.reserveQuota({
          workspaceId,
          key,
          quota: 'storage',
          amount: bytes.length,
          service: 'scheduling',
        })
        await files.put(fileKey(workspaceId, id), bytes, contentType)
        await billing.commitQuota({ workspaceId, key })
      } catch (error) {
        await clear(workspaceId, id)
        throw error
      }
    },

    /** The file stays: part of the transaction that records it. */
    settle: (workspaceId: Id, id: Id) => removals(workspaceId).removeIf({ id }),

    /** The file goes: part of the transaction that forgets it; `clear` follows. */
    giveUp: (workspaceId: Id, id: Id) => removals(workspaceId).insert({ id, dueAt: clock.now() }),

    /** Removes the file and frees its room; what fails is tried again by the job. */
    clear,

    read: (workspaceId: Id, id: Id) => files.get(fileKey(workspaceId, id)),

    clearOverdue: async (): Promise<void> => {
      const due = await overdue().find(
        { dueAt: trusted({ $lte: clock.now() }) },
        { sort: { dueAt: 1 }, limit: 100 },
      )
      for (const { id, workspaceId } of due) await clear(workspaceId, id)
    },
  }
}
export type AttachmentFiles = ReturnType<typeof attachmentFiles>

const fileKey = (workspaceId: Id, id: Id): string => `${workspaceId}/${id}`
const quotaKey = (id: Id): string => `scheduling/attachments/${id}`
