import { adminRolePermissions } from '@wp/auth'
import type { Principal, TokenSubject } from '@wp/auth'
import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { RefreshClaim } from '../crypto/refresh-tokens.ts'
import type { IdentityDeps } from '../deps.ts'
import { loginSessionEnded } from './login-session.rules.ts'
import type { LoginSession } from './login-session.store.ts'
import type { RequestOrigin, Tokens } from './login-session.types.ts'
import { revokeAccount, revokeSession } from './revocation.actions.ts'

/**
 * Call this in the transaction that uses up the code or token, so that a failed login does not use it up, and
 * that locks the account, so that concurrent logins cannot exceed the limit of login sessions.
 */
export const startLoginSession = (
  deps: IdentityDeps,
  account: StoredAccount,
  workspaceId: Id | null,
  origin: RequestOrigin,
): Promise<Tokens> =>
  deps.db.transaction(async (tx) => {
    for (const { id } of await deps.loginSessions.listSurplus(account.id))
      await endLoginSessionIf(deps, tx, id)
    return startFirstLoginSession(deps, account, workspaceId, origin)
  })

/** Call this in the transaction that creates the account. */
export const startFirstLoginSession = (
  deps: IdentityDeps,
  { id: accountId }: StoredAccount,
  workspaceId: Id | null,
  { userAgent, ip }: RequestOrigin,
): Promise<Tokens> =>
  deps.db.transaction(async () => {
    const login = { accountId, workspaceId, device: userAgent, address: ip }
    const session = await deps.loginSessions.insert(login, deps.clock.now())
    const tokens = await createTokens(deps, session)
    await deps.audit.record({
      actorId: accountId,
      actorKind: tokens.subject.kind === 'admin' ? 'admin' : tokens.subject.role,
      workspaceId,
      action: 'login.succeeded',
      targetType: 'session',
      targetId: session.id,
    })
    return tokens
  })

/** Issues the next tokens. A refresh token that was already used ends its login session. */
export const refreshLoginSession = async (deps: IdentityDeps, refreshToken: string): Promise<Tokens> => {
  const claim = deps.refreshTokens.read(refreshToken)
  if (!claim) throw loginSessionEnded()
  const tokens = await deps.db.transaction(async () => {
    const session = await deps.loginSessions.rotateIf(claim, deps.clock.now())
    return session && createTokens(deps, session)
  })
  if (tokens) return tokens
  await deps.db.transaction((tx) => endReusedSession(deps, tx, claim))
  throw loginSessionEnded()
}

/** Ends one of the caller's login sessions. Throws NOT_FOUND when it is not theirs or has already ended. */
export const endLoginSession = (deps: IdentityDeps, sessionId: Id, principal: Principal): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (!(await endLoginSessionIf(deps, tx, sessionId, principal.accountId))) throw notFound('Login session')
    await deps.audit.recordBy(principal, 'session.ended', 'session', sessionId)
  })

export const logout = (deps: IdentityDeps, principal: Principal): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await endLoginSessionIf(deps, tx, principal.sessionId)
    await deps.audit.recordBy(principal, 'logout', 'session', principal.sessionId)
  })

/** Ends an account's login sessions: all of them, those in one workspace, or all but one. */
export const endLoginSessions = async (
  deps: IdentityDeps,
  tx: Tx,
  accountId: Id,
  scope: { exceptSessionId?: Id; workspaceId?: Id } = {},
): Promise<void> => {
  // Without the lock, a concurrent login could start a session that is not ended.
  const { lockedAt } = await deps.accounts.lock(accountId)
  await deps.loginSessions.endAll(accountId, deps.clock.now(), scope)
  await revokeAccount(deps, tx, lockedAt!, { accountId, ...scope })
}

/** Returns the account that a valid refresh token belongs to, otherwise null. */
export const findRefreshTokenAccount = async (
  { refreshTokens, loginSessions, clock }: IdentityDeps,
  refreshToken: string,
): Promise<Id | null> => {
  const claim = refreshTokens.read(refreshToken)
  const session = claim && (await loginSessions.find(claim.sessionId))
  const isValid =
    session?.generation === claim?.generation && session?.endedAt === null && session.expiresAt > clock.now()
  return isValid ? session.accountId : null
}

/** Returns null when the login session has already ended or belongs to another account. */
const endLoginSessionIf = async (
  deps: IdentityDeps,
  tx: Tx,
  sessionId: Id,
  accountId?: Id,
): Promise<LoginSession | null> => {
  const ended = await deps.loginSessions.endIf(sessionId, deps.clock.now(), accountId)
  if (ended) await revokeSession(deps, tx, sessionId)
  return ended
}

/** Does nothing when the login session has already ended, or when the refresh token was not used before. */
const endReusedSession = async (deps: IdentityDeps, tx: Tx, claim: RefreshClaim): Promise<void> => {
  const ended = await deps.loginSessions.endReusedIf(claim, deps.clock.now())
  if (!ended) return
  await revokeSession(deps, tx, ended.id)
  await deps.audit.record({
    actorId: ended.accountId,
    actorKind: 'unknown',
    workspaceId: ended.workspaceId,
    action: 'session.reused',
    targetType: 'session',
    targetId: ended.id,
  })
}

const createTokens = async (deps: IdentityDeps, session: LoginSession): Promise<Tokens> => {
  const { subject, at } = (await findSubject(deps, session)) ?? {}
  if (!subject) throw loginSessionEnded()
  const { token, expiresInSeconds } = await deps.signer.sign(subject, { issuedAtMs: at!.getTime() })
  const refreshToken = deps.refreshTokens.issue({ sessionId: session.id, generation: session.generation })
  return { token, refreshToken, expiresIn: expiresInSeconds, subject }
}

/**
 * Returns the current subject of a login session, or null when the account is no longer an admin or an active member.
 * Also updates the account or membership, so that no token is issued with permissions that are being changed, and
 * returns the database's time of this update.
 */
const findSubject = async (
  { accounts, memberships, roles }: IdentityDeps,
  { id: sessionId, accountId, workspaceId }: LoginSession,
): Promise<{ subject: TokenSubject; at: Date } | null> => {
  if (workspaceId === null) {
    const admin = await accounts.lockAdminIf(accountId)
    if (!admin) return null
    const { adminRoles, lockedAt } = admin
    const permissions = adminRolePermissions(adminRoles)
    return { subject: { kind: 'admin', accountId, sessionId, roles: adminRoles, permissions }, at: lockedAt! }
  }
  const membership = await memberships.touchIf(workspaceId, accountId)
  if (!membership) return null
  const { role, staffId, roleId, tokensAt } = membership
  const permissions = roleId ? ((await roles.find(workspaceId, roleId))?.permissions ?? []) : []
  const subject = {
    kind: 'workspace',
    accountId,
    sessionId,
    workspaceId,
    role,
    staffId,
    permissions,
  } as const
  return { subject, at: tokensAt! }
}
