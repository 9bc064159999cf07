import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { endLoginSession } from './login-session.actions.ts'
import type { EndSessionDeps } from './login-session.actions.ts'
import * as routes from './login-session.contract.ts'
import { toLoginSession } from './login-session.view.ts'
import { reauthenticate } from './reauthentication.actions.ts'
import type { ReauthenticateDeps } from './reauthentication.actions.ts'

export const loginSessionHandlers = (
  deps: EndSessionDeps & ReauthenticateDeps & Pick<IdentityDeps, 'refreshCookies'>,
) => [
  handle(routes.listLoginSessions, async ({ principal: { accountId, sessionId }, query }) => {
    const { items, pagination } = await deps.sessions.page(accountId, deps.clock.now(), query)
    return reply(200, { sessions: items.map((session) => toLoginSession(session, sessionId)), pagination })
  }),

  handle(routes.endLoginSession, async ({ principal, params: { sessionId } }) => {
    await endLoginSession(deps, sessionId, principal)
    return reply(204)
  }),

  handle(routes.reauthenticate, async ({ principal, body, ip, cookies }) => {
    const refreshToken = deps.refreshCookies.read(cookies)
    await reauthenticate(deps, principal, body, { ip, refreshToken })
    return reply(204)
  }),
]
