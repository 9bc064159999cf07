import { content, handle, reply } from '@wp/http'
import type { SchedulingDeps } from '../deps.ts'
import { readFile } from './attachment-file.actions.ts'
import { createSessionAttachment, deleteSessionAttachment } from './session-attachment.actions.ts'
import * as routes from './session-attachment.contract.ts'
import { getAttachment } from './session-attachment.rules.ts'

export const sessionAttachmentHandlers = (deps: SchedulingDeps) => [
  handle(routes.createSessionAttachment, async ({ workspaceId, params: { sessionId }, body: { file } }) => {
    const { session, attachment } = await createSessionAttachment(deps, workspaceId, sessionId, file)
    return reply(201, { attachment: deps.sessionView.toAttachment(session, attachment) })
  }),

  handle(routes.getSessionAttachment, async ({ workspaceId, params: { sessionId, attachmentId } }) => {
    const attachment = getAttachment(await deps.sessions.get(workspaceId, sessionId), attachmentId)
    const { stream } = await readFile(deps, workspaceId, attachmentId)
    const headers = {
      'content-length': String(attachment.sizeBytes),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
    }
    return reply(200, content(attachment.contentType, stream), { headers })
  }),

  handle(routes.deleteSessionAttachment, async ({ workspaceId, params: { sessionId, attachmentId } }) => {
    await deleteSessionAttachment(deps, workspaceId, sessionId, attachmentId)
    return reply(204)
  }),
]
