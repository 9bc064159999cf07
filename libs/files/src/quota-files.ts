import { AppError } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import { fileRemovalStore } from './file-removals.ts'
import type { ByteRange, FileContent, FileStore, StoredFile } from './file-store.ts'

type QuotaKey = { workspaceId: Id; key: string }

/** Tracks the storage that files use; implemented by admin-billing over gRPC. */
export type StorageQuota = {
  reserveQuota(request: QuotaKey & { quota: string; amount: number; service: string }): Promise<unknown>
  commitQuota(request: QuotaKey): Promise<unknown>
  releaseQuota(request: QuotaKey): Promise<unknown>
}

export type QuotaFilesOptions = {
  db: Database
  files: FileStore
  billing: StorageQuota
  clock: Clock
  logger: Logger
  service: string
  /** The kind of file, such as `receipts`. */
  kind: string
}

/** Keeps workspaces' files and their storage quota consistent, even after a crash. */
export type QuotaFiles = {
  /**
   * Stores the file and charges its size to the quota. Throws QUOTA_EXCEEDED. The file is removed later unless `keep`
   * is called.
   */
  store(workspaceId: Id, id: Id, content: FileContent, contentType: string): Promise<void>
  /**
   * Keeps the file. Call it in the transaction that stores the file's record. Throws UNAVAILABLE when the upload took
   * so long that the job has begun to remove the file.
   */
  keep(workspaceId: Id, id: Id): Promise<void>
  /**
   * Schedules the file's removal. Call it in the transaction that deletes the file's record. `removeNow` or the job
   * removes the file.
   */
  markForRemoval(workspaceId: Id, id: Id): Promise<void>
  /** Removes the file and releases its quota. Does not throw: the job retries a failed removal. */
  removeNow(workspaceId: Id, id: Id): Promise<void>
  /** Called by the job. Removes up to 100 files that were left over after a crash or a failed removal. */
  removeOverdue(): Promise<void>
  read(workspaceId: Id, id: Id, range?: ByteRange): Promise<StoredFile>
}

const uploadTimeoutMs = 5 * 60_000

export const openQuotaFiles = (options: QuotaFilesOptions): QuotaFiles => {
  const { db, files, billing, clock, logger, service, kind } = options
  const removals = fileRemovalStore(db)
  const fileKey = (workspaceId: Id, id: Id): string => `${workspaceId}/${id}`
  const quotaKey = (id: Id): string => `${service}/${kind}/${id}`

  const removeNow = async (workspaceId: Id, id: Id): Promise<void> => {
    try {
      await files.remove(fileKey(workspaceId, id))
      await billing.releaseQuota({ workspaceId, key: quotaKey(id) })
      await removals.removeIf(workspaceId, id)
    } catch (error) {
      logger.warn({ err: error, fileId: id }, 'failed to remove a file; the removal job will retry')
    }
  }

  return {
    store: async (workspaceId, id, content, contentType) => {
      await removals.insert(workspaceId, id, new Date(clock.now().getTime() + uploadTimeoutMs))
      const key = quotaKey(id)
      try {
        const amount = content.sizeBytes
        await billing.reserveQuota({ workspaceId, key, quota: 'storage', amount, service })
        await files.put(fileKey(workspaceId, id), content, contentType)
        await billing.commitQuota({ workspaceId, key })
      } catch (error) {
        await removeNow(workspaceId, id)
        throw error
      }
    },
    keep: async (workspaceId, id) => {
      db.requireTransaction()
      if (!(await removals.removeUnclaimedIf(workspaceId, id)))
        throw new AppError('UNAVAILABLE', 'The upload took too long; try again', { retryAfterSeconds: 1 })
    },
    markForRemoval: async (workspaceId, id) => {
      db.requireTransaction()
      await removals.insert(workspaceId, id, clock.now())
    },
    removeNow,
    removeOverdue: async () => {
      for (const { id, workspaceId } of await removals.listOverdue(clock.now(), uploadTimeoutMs, 100))
        if (await removals.claimIf(workspaceId, id)) await removeNow(workspaceId, id)
    },
    read: (workspaceId, id, range) => files.get(fileKey(workspaceId, id), range),
  }
}
