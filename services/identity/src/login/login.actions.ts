import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { asksForFactor } from '../mfa/mfa.rules.ts'
import { toMethod } from '../mfa/mfa.view.ts'
import { authenticate } from '../passwords/credentials.actions.ts'
import type { AuthenticateDeps, LoginAttempt } from '../passwords/credentials.actions.ts'
import { startLoginSession } from '../sessions/login-session.actions.ts'
import type { Origin, StartSessionDeps } from '../sessions/login-session.actions.ts'
import { toWorkspace } from '../workspaces/workspace.view.ts'
import { chooseMembership } from './login.rules.ts'
import { toLogin } from './login.view.ts'

export type IssueTokensDeps = StartSessionDeps & Pick<IdentityDeps, 'workspaces'>
export type CompleteLoginDeps = IssueTokensDeps & Pick<IdentityDeps, 'factors' | 'challenges'>

export type LoginDeps = AuthenticateDeps & CompleteLoginDeps

/** Password, then the workspace (when the account belongs to several), then the second factor (when one is enrolled). */
export const login = async (deps: LoginDeps, attempt: LoginAttempt & { workspaceId?: Id | undefined }) => {
  const account = await authenticate(deps, attempt)
  const memberships = await deps.memberships.listActive(account.id)
  const chosen = chooseMembership(memberships, attempt.workspaceId)
  if (chosen) return completeLogin(deps, account, chosen.workspaceId, attempt)
  const workspaces = await deps.workspaces.listNames(memberships.map(({ workspaceId }) => workspaceId))
  return { workspaceRequired: true as const, workspaces }
}

export const adminLogin = async (deps: LoginDeps, attempt: LoginAttempt) => {
  const account = await authenticate(deps, attempt, ({ isAdmin }) => isAdmin)
  const question = await askForFactor(deps, account.id, null)
  return question ?? issueAdminTokens(deps, account, attempt)
}

/** For whoever has shown their password or invitation: the question for a second factor, or the tokens. */
export const completeLogin = async (
  deps: CompleteLoginDeps,
  account: StoredAccount,
  workspaceId: Id,
  origin: Origin,
) => (await askForFactor(deps, account.id, workspaceId)) ?? issueTokens(deps, account, workspaceId, origin)

/** For whoever has shown all that is asked for. */
export const issueTokens = async (
  deps: IssueTokensDeps,
  account: StoredAccount,
  workspaceId: Id,
  origin: Origin,
) => {
  const tokens = await startLoginSession(deps, account, workspaceId, origin)
  const workspace = await deps.workspaces.get(workspaceId)
  return { ...toLogin(account, tokens), workspace: toWorkspace(workspace) }
}

export const issueAdminTokens = async (deps: StartSessionDeps, account: StoredAccount, origin: Origin) =>
  toLogin(account, await startLoginSession(deps, account, null, origin))

/** Null when no second factor is enrolled. */
const askForFactor = async (
  { factors, challenges }: CompleteLoginDeps,
  accountId: Id,
  workspaceId: Id | null,
) => {
  const methods = await factors.listConfirmed(accountId)
  if (!asksForFactor(methods)) return null
  const purpose = workspaceId ? 'login' : 'admin-login'
  const { id, expiresAt } = await challenges.insert({ accountId, workspaceId, purpose })
  const challenge = { id, expiresAt: iso(expiresAt), methods: methods.map(toMethod) }
  return { mfaRequired: true as const, challenge }
}
