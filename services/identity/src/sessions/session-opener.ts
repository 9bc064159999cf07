import type { Signer, TokenSubject } from '@wp/auth'
import { adminRolePermissions } from '@wp/auth'
import { AppError, iso } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { AccountStore, StoredAccount } from '../accounts/account.store.ts'
import type { MembershipStore } from '../accounts/membership.store.ts'
import type { AuditStore } from '../audit/audit.store.ts'
import { SessionEnded, SessionStarted } from '../events.ts'
import type { RoleStore } from '../roles/role.store.ts'
import type { LoginSession, LoginSessionStore } from './login-session.store.ts'
import type { RefreshTokens } from './refresh-token.ts'
import type { RevocationStore } from './revocation.store.ts'

/** Where a login comes from. */
export type Origin = { userAgent: string; ip: string }

/** What every way of logging in ends with. */
export type Tokens = { token: string; refreshToken: string; expiresIn: number; subject: TokenSubject }

type Parts = {
  db: Database
  clock: Clock
  signer: Signer
  refresh: RefreshTokens
  accounts: AccountStore
  memberships: MembershipStore
  roles: RoleStore
  sessions: LoginSessionStore
  revocations: RevocationStore
  audit: AuditStore
}

const signInAgain = () => new AppError('UNAUTHENTICATED', 'This session has ended: sign in again')

/** Opens, renews and ends login sessions, and makes their tokens. */
export const sessionOpener = (parts: Parts) => {
  const { db, clock, signer, refresh, accounts, memberships, roles, sessions, revocations, audit } = parts

  /**
   * Whom the tokens of a session are for, by what is true now; null when the account or its place is gone. It writes to
   * the membership, in the caller's transaction: no token is made of permissions that are being changed.
   */
  const subjectOf = async (session: LoginSession): Promise<TokenSubject | null> => {
    const { accountId, workspaceId } = session
    const common = { accountId, sessionId: session.id }
    if (workspaceId === null) {
      const account = await accounts.touchAdmin(accountId, clock.now())
      const permissions = adminRolePermissions(account?.adminRoles ?? [])
      return account && { kind: 'admin', ...common, roles: account.adminRoles, permissions }
    }
    const membership = await memberships.touch(workspaceId, accountId, clock.now())
    if (!membership) return null
    const { role, staffId, roleId } = membership
    const permissions = roleId ? ((await roles.find(workspaceId, roleId))?.permissions ?? []) : []
    return { kind: 'workspace', ...common, workspaceId, role, staffId, permissions }
  }

  const tokensOf = async (session: LoginSession): Promise<Tokens> => {
    const subject = await subjectOf(session)
    if (!subject) throw signInAgain()
    const { token, expiresInSeconds } = await signer.sign(subject)
    const refreshToken = refresh.issue({ sessionId: session.id, generation: session.generation })
    return { token, refreshToken, expiresIn: expiresInSeconds, subject }
  }

  const eventOf = ({ id, accountId, workspaceId }: LoginSession) => ({
    workspaceId,
    data: { session: { id, accountId, workspaceId, at: iso(clock.now()) } },
  })

  /** Ends a session everywhere, once; false when it had ended. */
  const end = (sessionId: Id, ofAccount?: Id): Promise<boolean> =>
    db.transaction(async (tx) => {
      const ended = await sessions.end(sessionId, clock.now(), ofAccount)
      if (!ended) return false
      await revocations.endSession(tx, sessionId)
      tx.publish(SessionEnded, eventOf(ended))
      return true
    })

  return {
    end,

    /** In the transaction of what proves the caller, so that a proof is used up only by a session that was opened. */
    open: (account: StoredAccount, workspaceId: Id | null, origin: Origin): Promise<Tokens> =>
      db.transaction(async (tx) => {
        const login = { accountId: account.id, workspaceId, device: origin.userAgent, address: origin.ip }
        const session = await sessions.insert(login, clock.now())
        const tokens = await tokensOf(session)
        tx.publish(SessionStarted, eventOf(session))
        await audit.record({
          actorId: account.id,
          actorKind: tokens.subject.kind === 'admin' ? 'admin' : tokens.subject.role,
          workspaceId,
          action: 'login.succeeded',
          targetType: 'session',
          targetId: session.id,
        })
        return tokens
      }),

    /** The next pair of tokens. A token that was used before ends its whole session. */
    renew: async (refreshToken: string): Promise<Tokens> => {
      const claim = refresh.read(refreshToken)
      if (!claim) throw signInAgain()
      const renewed = await db.transaction(async () => {
        const session = await sessions.rotate(claim, clock.now())
        return session && tokensOf(session)
      })
      if (renewed) return renewed
      const ended = await end(claim.sessionId)
      if (ended) {
        const session = await sessions.find(claim.sessionId)
        await audit.record({
          actorId: session?.accountId ?? null,
          actorKind: 'unknown',
          workspaceId: session?.workspaceId ?? null,
          action: 'session.reused',
          targetType: 'session',
          targetId: claim.sessionId,
        })
      }
      throw signInAgain()
    },

    /** The account that a refresh token still stands for: its newest one, of a session that goes on. */
    accountOf: async (refreshToken: string): Promise<Id | null> => {
      const claim = refresh.read(refreshToken)
      const session = claim && (await sessions.find(claim.sessionId))
      const isGood =
        session?.generation === claim?.generation &&
        session?.endedAt === null &&
        session.expiresAt > clock.now()
      return isGood ? session.accountId : null
    },

    /** Ends the account's sessions, in the caller's transaction: all, those of one workspace, or all but one. */
    endAll: (accountId: Id, scope: { exceptSessionId?: Id; workspaceId?: Id } = {}): Promise<void> =>
      db.transaction(async (tx) => {
        const ended = await sessions.endAll(accountId, clock.now(), scope)
        await revocations.endAccount(tx, accountId, scope)
        for (const session of ended) tx.publish(SessionEnded, eventOf(session))
      }),
  }
}
export type SessionOpener = ReturnType<typeof sessionOpener>
