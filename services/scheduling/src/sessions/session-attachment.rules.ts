import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxAttachments = 100

/** Refuses an attachment more than a session may have. */
export const checkAttachmentCount = (count: number): void => {
  if (count >= maxAttachments)
    throw new AppError(
      'VALIDATION_FAILED',
      `A session has at most ${maxAttachments} attachments: remove one first`,
    )
}

/** The attachment of a session; NOT_FOUND when it has none with this id. */
export const getAttachment = <Attachment extends { id: Id }>(
  { attachments }: { attachments: readonly Attachment[] },
  attachmentId: Id,
): Attachment => {
  const attachment = attachments.find(({ id }) => id === attachmentId)
  if (!attachment) throw notFound('Attachment')
  return attachment
}
