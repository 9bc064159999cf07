import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { requireRecentAuthentication } from '../guards/recent-authentication.actions.ts'
import { changePassword, forgetPassword, resetPassword } from './password.actions.ts'
import * as routes from './password.contract.ts'

export const passwordHandlers = (deps: IdentityDeps) => [
  handle(routes.forgetPassword, async ({ body: { email } }) => {
    await forgetPassword(deps, email)
    return reply(202, { message: 'If this address has an account, you will receive an email' })
  }),

  handle(routes.resetPassword, async ({ body }) => {
    await resetPassword(deps, body)
    return reply(200, { message: 'Your password was changed; log in with your new password' })
  }),

  handle(
    routes.changePassword,
    async ({ principal, body, ip, cookies }) => {
      const refreshToken = deps.refreshCookies.read(cookies)
      await changePassword(deps, principal, body, { ip, refreshToken })
      return reply(200, { message: 'Your password was changed; your other login sessions have ended' })
    },
    { guard: requireRecentAuthentication(deps) },
  ),
]
