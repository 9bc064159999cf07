import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { requiresFactor } from '../mfa/mfa.rules.ts'
import { toMethod } from '../mfa/mfa.view.ts'
import { authenticate, requireSamePassword } from '../passwords/credentials.actions.ts'
import type { LoginAttempt } from '../passwords/credentials.actions.ts'
import { startLoginSession } from '../login-sessions/login-session.actions.ts'
import type { RequestOrigin } from '../login-sessions/login-session.types.ts'
import { toWorkspace } from '../workspaces/workspace.view.ts'
import { chooseMembership } from './login.rules.ts'
import { toLogin } from './login.view.ts'

/**
 * Checks the password, then asks for the workspace if the account has several and none was chosen, and for the second
 * factor if one is enrolled.
 */
export const login = async (deps: IdentityDeps, attempt: LoginAttempt & { workspaceId?: Id | undefined }) => {
  const account = await authenticate(deps, attempt)
  const memberships = await deps.memberships.listActive(account.id)
  const chosen = chooseMembership(memberships, attempt.workspaceId)
  if (chosen) return completeLogin(deps, account, chosen.workspaceId, attempt)
  const workspaces = await deps.workspaces.listNames(memberships.map(({ workspaceId }) => workspaceId))
  return { workspaceRequired: true as const, workspaces }
}

export const adminLogin = async (deps: IdentityDeps, attempt: LoginAttempt) => {
  const account = await authenticate(deps, attempt, { adminsOnly: true })
  return challengeOr(deps, account, null, () => issueAdminTokens(deps, account, attempt))
}

/**
 * Returns a challenge for the second factor, or tokens when none is enrolled. The caller must have checked the
 * password or an invitation.
 */
export const completeLogin = (
  deps: IdentityDeps,
  account: StoredAccount,
  workspaceId: Id,
  origin: RequestOrigin,
) => challengeOr(deps, account, workspaceId, () => issueTokens(deps, account, workspaceId, origin))

/**
 * Issues tokens. The caller must have checked the password or an invitation, and the second factor if one is enrolled.
 */
export const issueTokens = async (
  deps: IdentityDeps,
  account: StoredAccount,
  workspaceId: Id,
  origin: RequestOrigin,
) => {
  const tokens = await startLoginSession(deps, account, workspaceId, origin)
  const workspace = await deps.workspaces.get(workspaceId)
  return { ...toLogin(account, tokens, deps.permissions.keys()), workspace: toWorkspace(workspace) }
}

export const issueAdminTokens = async (deps: IdentityDeps, account: StoredAccount, origin: RequestOrigin) =>
  toLogin(account, await startLoginSession(deps, account, null, origin), deps.permissions.keys())

/**
 * Checks that the password is unchanged, reads the factors and starts the login session or the challenge in one
 * transaction, so that no login outlives a password reset or skips a factor that is being enrolled.
 */
const challengeOr = <Login>(
  deps: IdentityDeps,
  account: StoredAccount,
  workspaceId: Id | null,
  issue: () => Promise<Login>,
) =>
  deps.db.transaction(async () => {
    await requireSamePassword(deps, account)
    return (await createChallengeIfRequired(deps, account.id, workspaceId)) ?? issue()
  })

/** Returns null when no second factor is enrolled. */
const createChallengeIfRequired = async (
  { factors, challenges }: IdentityDeps,
  accountId: Id,
  workspaceId: Id | null,
) => {
  const methods = await factors.listConfirmed(accountId)
  if (!requiresFactor(methods)) return null
  const purpose = workspaceId ? 'login' : 'admin-login'
  const { id, expiresAt } = await challenges.insert({ accountId, workspaceId, purpose })
  const challenge = { id, expiresAt: iso(expiresAt), methods: methods.map(toMethod) }
  return { mfaRequired: true as const, challenge }
}
