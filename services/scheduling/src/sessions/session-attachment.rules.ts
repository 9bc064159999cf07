import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxAttachments = 100

/** Throws 422 when the session already has the maximum number of attachments. */
export const checkAttachmentCount = (count: number): void => {
  if (count >= maxAttachments)
    throw new AppError(
      'VALIDATION_FAILED',
      `A session can have at most ${maxAttachments} attachments; remove one first`,
    )
}

/** Returns the attachment. Throws NOT_FOUND when the session has no attachment with this id. */
export const getAttachment = <Attachment extends { id: Id }>(
  { attachments }: { attachments: readonly Attachment[] },
  attachmentId: Id,
): Attachment => {
  const attachment = attachments.find(({ id }) => id === attachmentId)
  if (!attachment) throw notFound('Attachment')
  return attachment
}
