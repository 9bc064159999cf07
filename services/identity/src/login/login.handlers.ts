import type { Principal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Membership } from '../accounts/membership.store.ts'
import type { StoredAccount } from '../accounts/account.store.ts'
import { verifyPassword } from '../passwords/password-hashing.ts'
import type { Identity } from '../service.ts'
import { noRefreshCookie, refreshCookie, refreshCookieName } from '../sessions/refresh-cookie.ts'
import { shownWorkspace } from '../workspaces/workspace.rules.ts'
import { adminLogin, login, logout, me, ownerPermissions, refresh } from './login.contract.ts'
import type { Account } from './login.contract.ts'

export const loginHandlers = (parts: Identity) => {
  const { accounts, memberships, workspaces, opener, verifier, isDevelopment } = parts

  /** The same words and the same work, whether the email is unknown or the password wrong. */
  const authenticate = async (
    kind: StoredAccount['kind'],
    { email, password }: { email: string; password: string },
  ): Promise<StoredAccount> => {
    const found = await accounts.findByEmail(email.trim().toLowerCase())
    const account = found?.kind === kind ? found : null
    const isRight = await verifyPassword(account?.passwordHash, password)
    if (!account || !isRight) throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
    return account
  }

  const choose = (all: Membership[], workspaceId: string | undefined): Membership | null => {
    if (!workspaceId) return all.length === 1 ? all[0]! : null
    const chosen = all.find((membership) => membership.workspaceId === workspaceId)
    if (!chosen) throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
    return chosen
  }

  /** The account as a fresh token describes it, so that the answer and the token never differ. */
  const accountOf = async (account: StoredAccount, token: string): Promise<Account> =>
    shownAccount(account, await verifier.verify(token))

  return [
    handle(login, async ({ body, userAgent, ip }) => {
      const account = await authenticate('person', body)
      const all = await memberships.listOf(account.id)
      const chosen = choose(all, body.workspaceId)
      if (!chosen) {
        const names = await workspaces.namesOf(all.map(({ workspaceId }) => workspaceId))
        return reply(200, { workspaceRequired: true as const, workspaces: names })
      }
      const workspace = await workspaces.get(chosen.workspaceId)
      const tokens = await opener.open(account, workspace.id, { userAgent, ip })
      return reply(
        200,
        { ...tokens, account: await accountOf(account, tokens.token), workspace: shownWorkspace(workspace) },
        { cookies: [refreshCookie(tokens.refreshToken, isDevelopment)] },
      )
    }),

    handle(adminLogin, async ({ body, userAgent, ip }) => {
      const account = await authenticate('admin', body)
      const tokens = await opener.open(account, null, { userAgent, ip })
      return reply(
        200,
        { ...tokens, account: await accountOf(account, tokens.token) },
        { cookies: [refreshCookie(tokens.refreshToken, isDevelopment)] },
      )
    }),

    handle(refresh, async ({ body, cookies }) => {
      const tokens = await opener.renew(body?.refreshToken ?? cookies[refreshCookieName] ?? '')
      return reply(200, tokens, { cookies: [refreshCookie(tokens.refreshToken, isDevelopment)] })
    }),

    handle(logout, async ({ principal }) => {
      await opener.end(principal.sessionId)
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

const shownAccount = ({ id, email, name }: StoredAccount, principal: Principal): Account => ({
  id,
  email,
  name,
  ...(principal.kind === 'admin'
    ? { role: [...principal.roles], permissions: [...principal.permissions], staffId: null }
    : {
        role: principal.role,
        permissions: principal.role === 'owner' ? ownerPermissions : [...principal.permissions],
        staffId: principal.staffId,
      }),
})
