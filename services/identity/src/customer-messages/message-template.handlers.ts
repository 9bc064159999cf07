import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { listMessageTemplates, previewMessage, updateMessageTemplate } from './message-template.actions.ts'
import * as routes from './message-template.contract.ts'

export const messageTemplateHandlers = (deps: IdentityDeps) => [
  handle(routes.listMessageTemplates, async ({ workspaceId }) =>
    reply(200, { messageTemplates: await listMessageTemplates(deps, workspaceId) }),
  ),

  handle(routes.updateMessageTemplate, async ({ workspaceId, params: { type }, body, principal }) =>
    reply(200, { messageTemplate: await updateMessageTemplate(deps, workspaceId, type, body, principal) }),
  ),

  handle(routes.previewMessageTemplate, async ({ workspaceId, params: { type }, body }) =>
    reply(200, { preview: await previewMessage(deps, workspaceId, type, body) }),
  ),
]
