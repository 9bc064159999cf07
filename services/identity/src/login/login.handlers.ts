import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Membership } from '../accounts/membership.store.ts'
import { actorOf } from '../audit/audit.store.ts'
import { verifyPassword } from '../passwords/password-hashing.ts'
import type { Identity } from '../service.ts'
import { noRefreshCookie, refreshCookie, refreshCookieName } from '../sessions/refresh-cookie.ts'
import { shownWorkspace } from '../workspaces/workspace.rules.ts'
import { shownAccount } from './doorway.ts'
import { adminLogin, login, logout, me, refresh } from './login.contract.ts'

export const loginHandlers = (parts: Identity) => {
  const { db, accounts, memberships, workspaces, opener, doorway, audit, isDevelopment } = parts

  const wrong = () => new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')

  /** The same words and the same work, whether the email is unknown or the password wrong. */
  const authenticate = async (
    { email, password }: { email: string; password: string },
    isFor: (account: StoredAccount) => boolean,
  ): Promise<StoredAccount> => {
    const found = await accounts.findByEmail(email.trim().toLowerCase())
    const account = found && isFor(found) ? found : null
    const isRight = await verifyPassword(account?.passwordHash, password)
    if (account && isRight) return account
    await audit.record({
      actorId: null,
      actorKind: 'visitor',
      workspaceId: null,
      action: 'login.failed',
      targetType: 'account',
      targetId: account?.id ?? null,
    })
    throw wrong()
  }

  const choose = (all: Membership[], workspaceId: string | undefined): Membership | null => {
    if (!workspaceId && all.length > 1) return null
    const chosen = workspaceId ? all.find((one) => one.workspaceId === workspaceId) : all[0]
    if (!chosen) throw wrong()
    return chosen
  }

  return [
    handle(login, async ({ body, userAgent, ip }) => {
      const account = await authenticate(body, () => true)
      const all = await memberships.listActive(account.id)
      const chosen = choose(all, body.workspaceId)
      if (chosen) return doorway.enter(account, chosen.workspaceId, { userAgent, ip })
      const names = await workspaces.namesOf(all.map(({ workspaceId }) => workspaceId))
      return reply(200, { workspaceRequired: true as const, workspaces: names })
    }),

    handle(adminLogin, async ({ body, userAgent, ip }) => {
      const account = await authenticate(body, ({ isAdmin }) => isAdmin)
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
      const account = await accounts.get(principal.accountId)
      const workspace = workspaceId ? await workspaces.find(workspaceId) : null
      return reply(200, {
        account: shownAccount(account, principal),
        ...(workspace && { workspace: shownWorkspace(workspace) }),
      })
    }),
  ]
}
