import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { RefreshClaim } from '../crypto/refresh-tokens.ts'
import { loginSessionEnded, maxLoginSessions, refreshTokenDays } from './login-session.rules.ts'

/** An account's login to a workspace or as an admin. Not scoped to a workspace: an account can log in to several. */
type LoginSessionRecord = {
  accountId: Id
  workspaceId: Id | null
  /** The generation of the only valid refresh token. */
  generation: number
  device: string
  address: string
  lastUsedAt: Date
  reauthenticatedAt: Date
  expiresAt: Date
  endedAt: Date | null
}
export type LoginSession = PlatformDoc<LoginSessionRecord>

export const loginSessionCollection = collection<LoginSessionRecord>(
  'login_sessions',
  'Login session',
  {
    accountId: String,
    workspaceId: String,
    generation: Number,
    device: String,
    address: String,
    lastUsedAt: Date,
    reauthenticatedAt: Date,
    expiresAt: Date,
    endedAt: Date,
  },
  [
    { keys: { accountId: 1, endedAt: 1, lastUsedAt: -1 } }, // an account's login sessions
    { keys: { expiresAt: 1 }, ttlSeconds: 86_400 },
  ],
  { unsharded: 'Belong to accounts, not to workspaces.' },
)

export const loginSessionStore = (db: Database) => {
  const sessions = db.global(loginSessionCollection)
  return {
    find: (id: Id) => sessions().findOne({ id }),
    /** Throws UNAUTHENTICATED when the session has ended. */
    requireActive: async (id: Id): Promise<void> => {
      if (!(await sessions().exists({ id, endedAt: null }))) throw loginSessionEnded()
    },
    /**
     * Lists the account's least recently used sessions that must end before another one starts: usually none or one,
     * but up to 100 for an account with more sessions from before the limit was introduced.
     */
    listSurplus: (accountId: Id) =>
      sessions().find(
        { accountId, endedAt: null },
        { sort: { lastUsedAt: -1 }, skip: maxLoginSessions - 1, limit: 100, select: ['id'] },
      ),

    insert: (
      login: Pick<LoginSessionRecord, 'accountId' | 'workspaceId' | 'device' | 'address'>,
      now: Date,
    ): Promise<LoginSession> =>
      sessions().insert({
        ...login,
        generation: 0,
        lastUsedAt: now,
        reauthenticatedAt: now,
        expiresAt: new Date(now.getTime() + refreshTokenDays * 86_400_000),
        endedAt: null,
      }),

    /**
     * Uses a refresh token. If several calls run concurrently, only one gets the session; the others get
     * null.
     */
    rotateIf: ({ sessionId, generation }: RefreshClaim, now: Date): Promise<LoginSession | null> =>
      sessions().updateIf(
        { id: sessionId, generation, endedAt: null, expiresAt: trusted({ $gt: now }) },
        {
          $inc: { generation: 1 },
          $set: { lastUsedAt: now, expiresAt: new Date(now.getTime() + refreshTokenDays * 86_400_000) },
        },
      ),

    /** Returns null when the session has already ended or belongs to another account. */
    endIf: (id: Id, now: Date, accountId?: Id) =>
      sessions().updateIf({ id, endedAt: null, ...(accountId && { accountId }) }, { endedAt: now }),

    /** Ends a session whose refresh token was already used; returns null when it has ended or the token is current. */
    endReusedIf: ({ sessionId, generation }: RefreshClaim, now: Date) =>
      sessions().updateIf(
        { id: sessionId, generation: trusted({ $gt: generation }), endedAt: null },
        { endedAt: now },
      ),

    endAll: (accountId: Id, now: Date, scope: { exceptSessionId?: Id; workspaceId?: Id }) =>
      sessions().updateMany(
        {
          accountId,
          endedAt: null,
          ...(scope.workspaceId && { workspaceId: scope.workspaceId }),
          ...(scope.exceptSessionId && { id: trusted({ $ne: scope.exceptSessionId }) }),
        },
        { endedAt: now },
      ),

    /** Lists active sessions by last use, most recent first. */
    page: (accountId: Id, now: Date, query: PageQuery) =>
      sessions().page({
        filter: { accountId, endedAt: null, expiresAt: trusted({ $gt: now }) },
        sort: { lastUsedAt: -1 },
        query,
      }),

    /** Throws UNAUTHENTICATED when the session has ended. */
    reauthenticate: async (id: Id, now: Date): Promise<void> => {
      if (!(await sessions().updateIf({ id, endedAt: null }, { reauthenticatedAt: now })))
        throw loginSessionEnded()
    },
  }
}
export type LoginSessionStore = ReturnType<typeof loginSessionStore>
