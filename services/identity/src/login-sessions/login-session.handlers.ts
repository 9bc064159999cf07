import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { endLoginSession } from './login-session.actions.ts'
import * as routes from './login-session.contract.ts'
import { toLoginSession } from './login-session.view.ts'

export const loginSessionHandlers = (deps: IdentityDeps) => [
  handle(routes.listLoginSessions, async ({ principal: { accountId, sessionId }, query }) => {
    const { items, pagination } = await deps.loginSessions.page(accountId, deps.clock.now(), query)
    return reply(200, { sessions: items.map((session) => toLoginSession(session, sessionId)), pagination })
  }),

  handle(routes.endLoginSession, async ({ principal, params: { sessionId } }) => {
    await endLoginSession(deps, sessionId, principal)
    return reply(204)
  }),
]
