import { requireSize, sniff } from '@wp/files'
import type { UploadedFile } from '@wp/http'
import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import { attachmentTypes, maxAttachmentBytes } from './session-attachment.contract.ts'
import { checkAttachmentCount, getAttachment } from './session-attachment.rules.ts'
import { publishSessionChanged } from './session.events.ts'
import type { StoredAttachment, StoredSession } from './session.store.ts'

type AttachmentDeps = Pick<SchedulingDeps, 'db' | 'sessions' | 'attachments' | 'clock' | 'sessionView'>

/**
 * Stores a file before its attachment is recorded. If it is not recorded, the job removes the file: a request cannot
 * know that when the reply to its commit is lost.
 */
export const storeAttachmentFile = async (
  deps: AttachmentDeps,
  workspaceId: Id,
  sessionId: Id,
  file: UploadedFile,
): Promise<StoredAttachment> => {
  requireSize(file.sizeBytes, maxAttachmentBytes)
  const contentType = await sniff(file.head, attachmentTypes)
  const { attachments } = await deps.sessions.get(workspaceId, sessionId)
  checkAttachmentCount(attachments.length)
  const attachment = {
    id: newId(),
    name: file.name,
    contentType,
    sizeBytes: file.sizeBytes,
    createdAt: deps.clock.now(),
  }
  await deps.attachments.store(workspaceId, attachment.id, file, contentType)
  return attachment
}

export const createSessionAttachment = (
  deps: AttachmentDeps,
  workspaceId: Id,
  sessionId: Id,
  attachment: StoredAttachment,
): Promise<StoredSession> =>
  deps.db.transaction(async (tx) => {
    const { attachments } = await deps.sessions.get(workspaceId, sessionId)
    checkAttachmentCount(attachments.length)
    const session = await deps.sessions.addAttachment(workspaceId, sessionId, attachment)
    await deps.attachments.keep(workspaceId, attachment.id)
    publishSessionChanged(deps, tx, 'updated', session)
    return session
  })

export const deleteSessionAttachment = async (
  deps: AttachmentDeps,
  workspaceId: Id,
  sessionId: Id,
  attachmentId: Id,
): Promise<void> => {
  await deps.db.transaction(async (tx) => {
    getAttachment(await deps.sessions.get(workspaceId, sessionId), attachmentId)
    const session = await deps.sessions.removeAttachment(workspaceId, sessionId, attachmentId)
    await deps.attachments.markForRemoval(workspaceId, attachmentId)
    publishSessionChanged(deps, tx, 'updated', session)
  })
  await deps.attachments.removeNow(workspaceId, attachmentId)
}
