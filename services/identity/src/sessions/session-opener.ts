import type { Signer, TokenSubject, WorkspacePermission } from '@wp/auth'
import { adminRolePermissions } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { AccountStore, StoredAccount } from '../accounts/account.store.ts'
import type { MembershipStore } from '../accounts/membership.store.ts'
import type { RevocationStore } from '../revocations/revocation.store.ts'
import type { RoleStore } from '../roles/role.store.ts'
import type { LoginSession, LoginSessionStore } from './login-session.store.ts'
import type { RefreshTokens } from './refresh-token.ts'

/** Where a login comes from. */
export type Origin = { userAgent: string; ip: string }

/** What every way of logging in ends with. */
export type Tokens = { token: string; refreshToken: string; expiresIn: number }

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
}

const signInAgain = () => new AppError('UNAUTHENTICATED', 'This session has ended: sign in again')

/** Opens, renews and ends login sessions, and makes their tokens. */
export const sessionOpener = (parts: Parts) => {
  const { db, clock, signer, refresh, accounts, memberships, roles, sessions, revocations } = parts

  const permissionsOf = async (workspaceId: Id, roleId: Id | null): Promise<WorkspacePermission[]> =>
    roleId ? ((await roles.find(workspaceId, roleId))?.permissions ?? []) : []

  /** Whom the tokens of a session are for, by what is true now; null when the account or its place is gone. */
  const subjectOf = async (
    session: LoginSession,
    account: StoredAccount | null,
  ): Promise<TokenSubject | null> => {
    if (!account) return null
    const common = { accountId: account.id, sessionId: session.id }
    if (session.workspaceId === null) {
      if (account.kind !== 'admin') return null
      const permissions = adminRolePermissions(account.adminRoles)
      return { kind: 'admin', ...common, roles: account.adminRoles, permissions }
    }
    const membership = await memberships.find(session.workspaceId, account.id)
    if (!membership) return null
    const { workspaceId, role, staffId, roleId } = membership
    const permissions = role === 'owner' ? [] : await permissionsOf(workspaceId, roleId)
    return { kind: 'workspace', ...common, workspaceId, role, staffId, permissions }
  }

  const tokensOf = async (session: LoginSession, subject: TokenSubject): Promise<Tokens> => {
    const { token, expiresInSeconds } = await signer.sign(subject)
    return {
      token,
      refreshToken: refresh.issue({ ...session, sessionId: session.id }),
      expiresIn: expiresInSeconds,
    }
  }

  /** Ends a session everywhere, once. */
  const end = (sessionId: Id): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ended = await sessions.end(sessionId, now)
      if (!ended) return false
      await revocations.record(tx, { kind: 'session', sessionId, at: now })
      return true
    })

  return {
    end,

    open: async (account: StoredAccount, workspaceId: Id | null, origin: Origin): Promise<Tokens> => {
      const login = { accountId: account.id, workspaceId, device: origin.userAgent, address: origin.ip }
      const session = await sessions.insert(login, clock.now())
      const subject = await subjectOf(session, account)
      if (!subject) throw signInAgain()
      return tokensOf(session, subject)
    },

    /** The next pair of tokens. A token that was used before ends its whole session. */
    renew: async (refreshToken: string): Promise<Tokens> => {
      const claim = refresh.read(refreshToken)
      if (!claim) throw signInAgain()
      const session = await sessions.rotate(claim, clock.now())
      if (!session) {
        await end(claim.sessionId)
        throw signInAgain()
      }
      const subject = await subjectOf(session, await accounts.find(session.accountId))
      if (!subject) throw signInAgain()
      return tokensOf(session, subject)
    },

    /** The session of a refresh token, whether or not it is the newest. */
    sessionOf: (refreshToken: string): Id | null => refresh.read(refreshToken)?.sessionId ?? null,
  }
}
export type SessionOpener = ReturnType<typeof sessionOpener>
