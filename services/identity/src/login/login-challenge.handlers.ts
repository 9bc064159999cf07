import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { sendLoginCode, verifyAdminLogin, verifyLogin } from './login-challenge.actions.ts'
import * as routes from './login-challenge.contract.ts'

export const loginChallengeHandlers = (deps: IdentityDeps) => [
  handle(routes.sendLoginCode, async ({ body, ip }) => {
    const { expiresAt, hint } = await sendLoginCode(deps, body, ip)
    return reply(200, { expiresAt: iso(expiresAt), hint })
  }),

  handle(routes.verifyLogin, async ({ body, userAgent, ip }) => {
    const login = await verifyLogin(deps, body, { userAgent, ip })
    return reply(200, login, deps.refreshCookies.for(login))
  }),

  handle(routes.verifyAdminLogin, async ({ body, userAgent, ip }) => {
    const login = await verifyAdminLogin(deps, body, { userAgent, ip })
    return reply(200, login, deps.refreshCookies.for(login))
  }),
]
