import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { RefreshClaim } from '../crypto/refresh-tokens.ts'
import { refreshTokenDays } from './login-session.rules.ts'

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
)

export const loginSessionStore = (db: Database) => {
  const sessions = db.global(loginSessionCollection)
  return {
    find: (id: Id) => sessions().findOne({ id }),

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

    /** Uses a refresh token. Of several concurrent calls, one gets the session and the others get null. */
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

    /** Returns the sessions that were ended. */
    endAll: async (accountId: Id, now: Date, scope: { exceptSessionId?: Id; workspaceId?: Id }) => {
      db.requireTransaction()
      const filter = {
        accountId,
        endedAt: null,
        ...(scope.workspaceId && { workspaceId: scope.workspaceId }),
        ...(scope.exceptSessionId && { id: trusted({ $ne: scope.exceptSessionId }) }),
      }
      const open = await sessions().find(filter)
      await sessions().updateMany(filter, { endedAt: now })
      return open
    },

    /** Lists active sessions by last use, most recent first. */
    page: (accountId: Id, now: Date, query: PageQuery) =>
      sessions().page({
        filter: { accountId, endedAt: null, expiresAt: trusted({ $gt: now }) },
        sort: { lastUsedAt: -1 },
        query,
      }),

    /** Returns null when the session has ended. */
    reauthenticateIf: (id: Id, now: Date) =>
      sessions().updateIf({ id, endedAt: null }, { reauthenticatedAt: now }),
  }
}
export type LoginSessionStore = ReturnType<typeof loginSessionStore>
