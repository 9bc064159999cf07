import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'

/** The files of attachments and the storage quota that they take: both or neither, also when a process ends in between. */
export type AttachmentFileDeps = Pick<
  SchedulingDeps,
  'db' | 'fileRemovals' | 'files' | 'billing' | 'clock' | 'logger'
>

const uploadMs = 5 * 60_000

/** Stores the file and takes room for it (422 QUOTA_EXCEEDED when there is none). It goes again unless `keep` follows. */
export const storeFile = async (
  deps: AttachmentFileDeps,
  workspaceId: Id,
  id: Id,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> => {
  const { fileRemovals, files, billing, clock } = deps
  await fileRemovals.insert(workspaceId, id, new Date(clock.now().getTime() + uploadMs))
  const key = quotaKey(id)
  try {
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
    await removeNow(deps, workspaceId, id)
    throw error
  }
}

/** The file stays: part of the transaction that records it. */
export const keep = async (
  { db, fileRemovals }: AttachmentFileDeps,
  workspaceId: Id,
  id: Id,
): Promise<void> => {
  db.requireTransaction()
  await fileRemovals.removeIf(workspaceId, id)
}

/** The file goes: part of the transaction that forgets it; `removeNow` follows, or the job. */
export const markForRemoval = async (
  { db, fileRemovals, clock }: Pick<AttachmentFileDeps, 'db' | 'fileRemovals' | 'clock'>,
  workspaceId: Id,
  id: Id,
): Promise<void> => {
  db.requireTransaction()
  await fileRemovals.insert(workspaceId, id, clock.now())
}

/** Removes the file and frees its room; what fails is tried again by the job. */
export const removeNow = async (
  { files, billing, fileRemovals, logger }: Omit<AttachmentFileDeps, 'db' | 'clock'>,
  workspaceId: Id,
  id: Id,
): Promise<void> => {
  try {
    await files.remove(fileKey(workspaceId, id))
    await billing.releaseQuota({ workspaceId, key: quotaKey(id) })
    await fileRemovals.removeIf(workspaceId, id)
  } catch (error) {
    logger.warn({ err: error, attachmentId: id }, 'file not removed yet; the job will try again')
  }
}

export const removeOverdueFiles = async (deps: AttachmentFileDeps): Promise<void> => {
  for (const { id, workspaceId } of await deps.fileRemovals.listOverdue(deps.clock.now(), 100))
    await removeNow(deps, workspaceId, id)
}

export const readFile = ({ files }: Pick<AttachmentFileDeps, 'files'>, workspaceId: Id, id: Id) =>
  files.get(fileKey(workspaceId, id))

const fileKey = (workspaceId: Id, id: Id): string => `${workspaceId}/${id}`
const quotaKey = (id: Id): string => `scheduling/attachments/${id}`
