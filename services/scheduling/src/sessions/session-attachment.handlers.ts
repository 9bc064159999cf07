import { requireSize, sniff } from '@wp/files'
import { content, handle, reply } from '@wp/http'
import { AppError, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { SessionChanged } from '../events.ts'
import type { Scheduling } from '../service.ts'
import {
  attachmentTypes,
  createSessionAttachment,
  deleteSessionAttachment,
  getSessionAttachment,
  maxAttachmentBytes,
} from './session-attachment.contract.ts'
import type { StoredAttachment } from './session.store.ts'
import { shownSession } from './shown-session.ts'

const maxAttachments = 100

export const sessionAttachmentHandlers = ({ db, sessions, fileRoom, clock, publicUrl }: Scheduling) => {
  const roomFor = async (workspaceId: Id, sessionId: Id): Promise<void> => {
    const { attachments } = await sessions.get(workspaceId, sessionId)
    if (attachments.length >= maxAttachments)
      throw new AppError('VALIDATION_FAILED', `A session has at most ${maxAttachments} attachments`)
  }

  const record = (workspaceId: Id, sessionId: Id, attachment: StoredAttachment) =>
    db.transaction(async (tx) => {
      const stored = await sessions.addAttachment(workspaceId, sessionId, attachment)
      if (!stored) throw notFound('Session')
      await fileRoom.settle(workspaceId, attachment.id)
      const session = shownSession(stored, publicUrl)
      tx.publish(SessionChanged, { workspaceId, data: { session } })
      return session.attachments.at(-1)!
    })

  return [
    handle(createSessionAttachment, async ({ workspaceId, params: { sessionId }, body: { file } }) => {
      requireSize(file.bytes, maxAttachmentBytes)
      const contentType = await sniff(file.bytes, attachmentTypes)
      await roomFor(workspaceId, sessionId)
      const id = newId()
      await fileRoom.put(workspaceId, id, file.bytes, contentType)
      const attachment = {
        id,
        name: file.name,
        contentType,
        sizeBytes: file.bytes.length,
        createdAt: clock.now(),
      }
      try {
        return reply(201, { attachment: await record(workspaceId, sessionId, attachment) })
      } catch (error) {
        await fileRoom.clear(workspaceId, id)
        throw error
      }
    }),

    handle(getSessionAttachment, async ({ workspaceId, params: { sessionId, attachmentId } }) => {
      const { attachments } = await sessions.get(workspaceId, sessionId)
      const attachment = attachments.find(({ id }) => id === attachmentId)
      if (!attachment) throw notFound('Attachment')
      const { stream } = await fileRoom.read(workspaceId, attachmentId)
      const headers = {
        'content-length': String(attachment.sizeBytes),
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
      }
      return reply(200, content(attachment.contentType, stream), { headers })
    }),

    handle(deleteSessionAttachment, async ({ workspaceId, params: { sessionId, attachmentId } }) => {
      await db.transaction(async (tx) => {
        await sessions.get(workspaceId, sessionId)
        const stored = await sessions.removeAttachment(workspaceId, sessionId, attachmentId)
        if (!stored) throw notFound('Attachment')
        await fileRoom.giveUp(workspaceId, attachmentId)
        tx.publish(SessionChanged, { workspaceId, data: { session: shownSession(stored, publicUrl) } })
      })
      await fileRoom.clear(workspaceId, attachmentId)
      return reply(204)
    }),
  ]
}
