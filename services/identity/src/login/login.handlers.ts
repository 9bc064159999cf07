import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Membership } from '../accounts/membership.store.ts'
import { actorOf } from '../audit/audit.store.ts'
import type { Identity } from '../parts.ts'
import { noRefreshCookie, refreshCookie, refreshCookieName } from '../sessions/refresh-cookie.ts'
import { shownWorkspace } from '../workspaces/workspace.rules.ts'
import { shownAccount } from './doorway.ts'
import { adminLogin, login, logout, me, refresh } from './login.contract.ts'

export const loginHandlers = (parts: Identity) => {
  const { db, accounts, memberships, workspaces, opener, doorway, audit, credentials, isDevelopment } = parts

  const choose = (all: Membership[], workspaceId: string | undefined): Membership | null => {
    if (!workspaceId && all.length > 1) return null
    const chosen = workspaceId ? all.find((one) => one.workspaceId === workspaceId) : all[0]
    if (!chosen) throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
    return chosen
  }

  return [
    handle(login, async ({ body, userAgent, ip, cookies }) => {
      const knock = { ip, refreshToken: cookies[refreshCookieName] }
      const account = await credentials.authenticate(body, () => true, knock)
      const all = await memberships.listActive(account.id)
      const chosen = choose(all, body.workspaceId)
      if (chosen) return doorway.enter(account, chosen.workspaceId, { userAgent, ip })
      const names = await workspaces.namesOf(all.map(({ workspaceId }) => workspaceId))
      return reply(200, { workspaceRequired: true as const, workspaces: names })
    }),

    handle(adminLogin, async ({ body, userAgent, ip, cookies }) => {
      const knock = { ip, refreshToken: cookies[refreshCookieName] }
      const account = await credentials.authenticate(body, ({ isAdmin }) => isAdmin, knock)
      return doorway.enterAsAdmin(account, { userAgent, ip })
    }),

    handle(refresh, async ({ body, cookies }) => {
      const given = body?.refreshToken ?? cookies[refreshCookieName] ?? ''
      const { token, refreshToken, expiresIn } = await opener.renew(given)
      return reply(
        200,
        { token, refreshToken, expiresIn },
        { cookies: [refreshCookie(refreshToken, isDevelopment)] },
      )
    }),

    handle(logout, async ({ principal }) => {
      await db.transaction(async () => {
        await opener.end(principal.sessionId)
        await audit.record({
          ...actorOf(principal),
          action: 'logout',
          targetType: 'session',
          targetId: principal.sessionId,
        })
      })
      return reply(204, null, { cookies: [noRefreshCookie(isDevelopment)] })
    }),

    handle(me, async ({ principal, workspaceId }) => {
      const account = await accounts.getCaller(principal.accountId)
      const workspace = workspaceId ? await workspaces.find(workspaceId) : null
      return reply(200, {
        account: shownAccount(account, principal),
        ...(workspace && { workspace: shownWorkspace(workspace) }),
      })
    }),
  ]
}
