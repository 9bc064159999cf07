import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import * as routes from './customer-message.contract.ts'
import { toSentMessage } from './customer-message.view.ts'

export const customerMessageHandlers = ({ customerMessages }: IdentityDeps) => [
  handle(routes.listMessages, async ({ workspaceId, query }) => {
    const { items, pagination } = await customerMessages.list(workspaceId, query)
    return reply(200, { messages: items.map(toSentMessage), pagination })
  }),
]
