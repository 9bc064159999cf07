import { fileReply, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import {
  createSessionAttachment,
  deleteSessionAttachment,
  storeAttachmentFile,
} from './session-attachment.actions.ts'
import * as routes from './session-attachment.contract.ts'
import { getAttachment } from './session-attachment.rules.ts'
import type { StoredAttachment } from './session.store.ts'

export const sessionAttachmentHandlers = (deps: SchedulingDeps) => [
  handle(
    routes.createSessionAttachment,
    async ({ workspaceId, params: { sessionId } }, attachment: StoredAttachment) => {
      const session = await createSessionAttachment(deps, workspaceId, sessionId, attachment)
      return reply(201, { attachment: deps.sessionView.toAttachment(session, attachment) })
    },
    {
      prepare: ({ workspaceId, params: { sessionId }, body: { file } }) =>
        storeAttachmentFile(deps, workspaceId, sessionId, file),
    },
  ),

  handle(
    routes.getSessionAttachment,
    async ({ workspaceId, params: { sessionId, attachmentId }, headers }) => {
      const attachment = getAttachment(await deps.sessions.get(workspaceId, sessionId), attachmentId)
      return fileReply(headers, {
        ...attachment,
        read: (range) => deps.attachments.read(workspaceId, attachmentId, range),
      })
    },
  ),

  handle(routes.deleteSessionAttachment, async ({ workspaceId, params: { sessionId, attachmentId } }) => {
    await deleteSessionAttachment(deps, workspaceId, sessionId, attachmentId)
    return reply(204)
  }),
]
