import { adminRolePermissions } from '@wp/auth'
import type { Principal, TokenSubject } from '@wp/auth'
import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { publishSessionEnded, publishSessionStarted } from './login-session.events.ts'
import { sessionEnded } from './login-session.rules.ts'
import type { LoginSession } from './login-session.store.ts'
import { revokeAccount, revokeSession } from './revocation.actions.ts'
import type { RevocationDeps } from './revocation.actions.ts'

/** Where a login comes from. */
export type Origin = { userAgent: string; ip: string }

/** What every way of logging in ends with. */
export type Tokens = { token: string; refreshToken: string; expiresIn: number; subject: TokenSubject }

export type EndSessionDeps = RevocationDeps & Pick<IdentityDeps, 'sessions'>
type TokenDeps = Pick<
  IdentityDeps,
  'clock' | 'accounts' | 'memberships' | 'roles' | 'signer' | 'refreshTokens'
>
export type StartSessionDeps = TokenDeps & Pick<IdentityDeps, 'db' | 'sessions' | 'audit'>

/** In the transaction of what proves the caller, so that a proof is used up only by a session that was started. */
export const startLoginSession = (
  deps: StartSessionDeps,
  { id: accountId }: StoredAccount,
  workspaceId: Id | null,
  { userAgent, ip }: Origin,
): Promise<Tokens> =>
  deps.db.transaction(async (tx) => {
    const login = { accountId, workspaceId, device: userAgent, address: ip }
    const session = await deps.sessions.insert(login, deps.clock.now())
    const tokens = await createTokens(deps, session)
    publishSessionStarted(tx, session, deps.clock.now())
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

/** The next pair of tokens. A refresh token that was used before ends its whole session. */
export const refreshLoginSession = async (
  deps: StartSessionDeps & EndSessionDeps,
  refreshToken: string,
): Promise<Tokens> => {
  const claim = deps.refreshTokens.read(refreshToken)
  if (!claim) throw sessionEnded()
  const tokens = await deps.db.transaction(async () => {
    const session = await deps.sessions.rotateIf(claim, deps.clock.now())
    return session && createTokens(deps, session)
  })
  if (tokens) return tokens
  const ended = await deps.db.transaction((tx) => endSessionIf(deps, tx, claim.sessionId))
  if (ended)
    await deps.audit.record({
      actorId: ended.accountId,
      actorKind: 'unknown',
      workspaceId: ended.workspaceId,
      action: 'session.reused',
      targetType: 'session',
      targetId: ended.id,
    })
  throw sessionEnded()
}

/** Ends one of the caller's sessions everywhere; NOT_FOUND when it is none of theirs or had ended. */
export const endLoginSession = (
  deps: EndSessionDeps & Pick<IdentityDeps, 'db' | 'audit'>,
  sessionId: Id,
  principal: Principal,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (!(await endSessionIf(deps, tx, sessionId, principal.accountId))) throw notFound('Session')
    await deps.audit.recordBy(principal, 'session.ended', 'session', sessionId)
  })

/** Ends the session of the caller's token. */
export const logout = (
  deps: EndSessionDeps & Pick<IdentityDeps, 'db' | 'audit'>,
  principal: Principal,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await endSessionIf(deps, tx, principal.sessionId)
    await deps.audit.recordBy(principal, 'logout', 'session', principal.sessionId)
  })

/** Ends the account's sessions: all, those of one workspace, or all but one. */
export const endLoginSessions = async (
  deps: EndSessionDeps,
  tx: Tx,
  accountId: Id,
  scope: { exceptSessionId?: Id; workspaceId?: Id } = {},
): Promise<void> => {
  const ended = await deps.sessions.endAll(accountId, deps.clock.now(), scope)
  await revokeAccount(deps, tx, accountId, scope)
  for (const session of ended) publishSessionEnded(tx, session, deps.clock.now())
}

/** The account that a refresh token still stands for: its newest one, of a session that goes on. */
export const findRefreshTokenAccount = async (
  { refreshTokens, sessions, clock }: Pick<IdentityDeps, 'refreshTokens' | 'sessions' | 'clock'>,
  refreshToken: string,
): Promise<Id | null> => {
  const claim = refreshTokens.read(refreshToken)
  const session = claim && (await sessions.find(claim.sessionId))
  const isGood =
    session?.generation === claim?.generation && session?.endedAt === null && session.expiresAt > clock.now()
  return isGood ? session.accountId : null
}

/** Once, everywhere; null when it had ended before. */
const endSessionIf = async (
  deps: EndSessionDeps,
  tx: Tx,
  sessionId: Id,
  accountId?: Id,
): Promise<LoginSession | null> => {
  const ended = await deps.sessions.endIf(sessionId, deps.clock.now(), accountId)
  if (!ended) return null
  await revokeSession(deps, tx, sessionId)
  publishSessionEnded(tx, ended, deps.clock.now())
  return ended
}

const createTokens = async (deps: TokenDeps, session: LoginSession): Promise<Tokens> => {
  const subject = await findSubject(deps, session)
  if (!subject) throw sessionEnded()
  const { token, expiresInSeconds } = await deps.signer.sign(subject)
  const refreshToken = deps.refreshTokens.issue({ sessionId: session.id, generation: session.generation })
  return { token, refreshToken, expiresIn: expiresInSeconds, subject }
}

/**
 * Whom the tokens of a session are for, by what is true now; null when the account or its membership is gone. It writes
 * to the membership, in the caller's transaction: no token is made of permissions that are being changed.
 */
const findSubject = async (
  { clock, accounts, memberships, roles }: TokenDeps,
  { id: sessionId, accountId, workspaceId }: LoginSession,
): Promise<TokenSubject | null> => {
  if (workspaceId === null) {
    const admin = await accounts.touchAdminIf(accountId, clock.now())
    const permissions = adminRolePermissions(admin?.adminRoles ?? [])
    return admin && { kind: 'admin', accountId, sessionId, roles: admin.adminRoles, permissions }
  }
  const membership = await memberships.touchIf(workspaceId, accountId, clock.now())
  if (!membership) return null
  const { role, staffId, roleId } = membership
  const permissions = roleId ? ((await roles.find(workspaceId, roleId))?.permissions ?? []) : []
  return { kind: 'workspace', accountId, sessionId, workspaceId, role, staffId, permissions }
}
