import type { TokenSubject } from '@wp/auth'
import { reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import { asksForFactor } from '../mfa/mfa.rules.ts'
import type { Identity } from '../parts.ts'
import { refreshCookie } from '../sessions/refresh-cookie.ts'
import type { Origin, Tokens } from '../sessions/session-opener.ts'
import { shownWorkspace } from '../workspaces/workspace.rules.ts'
import { ownerPermissions } from './login.contract.ts'
import type { Account } from './login.contract.ts'

type Parts = Pick<Identity, 'workspaces' | 'opener' | 'factors' | 'challenges' | 'isDevelopment'>

/** The last steps of every way to log in: the question for a second factor, or the tokens. */
export const doorwayOf = ({ workspaces, opener, factors, challenges, isDevelopment }: Parts) => {
  const cookiesOf = ({ refreshToken }: Tokens) => ({
    cookies: [refreshCookie(refreshToken, isDevelopment)],
  })
  const shown = (account: StoredAccount, { token, refreshToken, expiresIn, subject }: Tokens) => ({
    token,
    refreshToken,
    expiresIn,
    account: shownAccount(account, subject),
  })

  const letIn = async (account: StoredAccount, workspaceId: Id, origin: Origin) => {
    const tokens = await opener.open(account, workspaceId, origin)
    const workspace = shownWorkspace(await workspaces.get(workspaceId))
    return reply(200, { ...shown(account, tokens), workspace }, cookiesOf(tokens))
  }

  const letAdminIn = async (account: StoredAccount, origin: Origin) => {
    const tokens = await opener.open(account, null, origin)
    return reply(200, shown(account, tokens), cookiesOf(tokens))
  }

  /** The question for a second factor, when one is enrolled. */
  const question = async (accountId: Id, workspaceId: Id | null) => {
    const methods = await factors.listConfirmed(accountId)
    if (!asksForFactor(methods)) return null
    const purpose = workspaceId ? ('login' as const) : ('admin-login' as const)
    const { id, expiresAt } = await challenges.insert({ accountId, workspaceId, purpose })
    return reply(200, { mfaRequired: true as const, challenge: { id, expiresAt: iso(expiresAt), methods } })
  }

  return {
    letIn,
    letAdminIn,

    /** Whoever has shown their password or invitation. */
    enter: async (account: StoredAccount, workspaceId: Id, origin: Origin) =>
      (await question(account.id, workspaceId)) ?? letIn(account, workspaceId, origin),

    enterAsAdmin: async (account: StoredAccount, origin: Origin) =>
      (await question(account.id, null)) ?? letAdminIn(account, origin),
  }
}
export type Doorway = ReturnType<typeof doorwayOf>

type Caller = TokenSubject

/** The account as its tokens describe it. */
export const shownAccount = ({ id, email, name }: StoredAccount, caller: Caller): Account => ({
  id,
  email,
  name,
  ...(caller.kind === 'admin'
    ? { role: [...caller.roles], permissions: [...caller.permissions], staffId: null }
    : {
        role: caller.role,
        permissions: caller.role === 'owner' ? ownerPermissions : [...caller.permissions],
        staffId: caller.staffId,
      }),
})
