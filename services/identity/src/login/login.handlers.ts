import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { logout, refreshLoginSession } from '../login-sessions/login-session.actions.ts'
import { toWorkspace } from '../workspaces/workspace.view.ts'
import { adminLogin, login } from './login.actions.ts'
import * as routes from './login.contract.ts'
import { toAccount, toTokens } from './login.view.ts'

export const loginHandlers = (deps: IdentityDeps) => {
  const { refreshCookies } = deps
  return [
    handle(routes.login, async ({ body, userAgent, ip, cookies }) => {
      const refreshToken = refreshCookies.read(cookies)
      const result = await login(deps, { ...body, userAgent, ip, refreshToken })
      return reply(200, result, refreshCookies.for(result))
    }),

    handle(routes.adminLogin, async ({ body, userAgent, ip, cookies }) => {
      const refreshToken = refreshCookies.read(cookies)
      const result = await adminLogin(deps, { ...body, userAgent, ip, refreshToken })
      return reply(200, result, refreshCookies.for(result))
    }),

    handle(routes.refresh, async ({ body, cookies }) => {
      const refreshToken = body?.refreshToken ?? refreshCookies.read(cookies) ?? ''
      const tokens = await refreshLoginSession(deps, refreshToken)
      return reply(200, toTokens(tokens), refreshCookies.for(tokens))
    }),

    handle(routes.logout, async ({ principal }) => {
      await logout(deps, principal)
      return reply(204, null, refreshCookies.cleared)
    }),

    handle(routes.me, async ({ principal, workspaceId }) => {
      const account = await deps.accounts.getCaller(principal.accountId)
      const workspace = workspaceId ? await deps.workspaces.find(workspaceId) : null
      return reply(200, {
        account: toAccount(account, principal, deps.permissions.keys()),
        ...(workspace && { workspace: toWorkspace(workspace) }),
      })
    }),
  ]
}
