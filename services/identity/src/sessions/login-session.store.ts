import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { RefreshClaim } from '../crypto/refresh-tokens.ts'
import { refreshTokenDays } from './login-session.rules.ts'

/** One login of one account, in one workspace or as an admin. Global: an account has them in several. */
type LoginSessionRecord = {
  accountId: Id
  workspaceId: Id | null
  /** Of the only refresh token that is still good. */
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
  'Session',
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
    { keys: { accountId: 1, endedAt: 1, lastUsedAt: -1 } }, // an account's logins
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

    /** Uses up a refresh token: of many at once, one gets the session, the others null. */
    rotateIf: ({ sessionId, generation }: RefreshClaim, now: Date): Promise<LoginSession | null> =>
      sessions().updateIf(
        { id: sessionId, generation, endedAt: null, expiresAt: trusted({ $gt: now }) },
        {
          $inc: { generation: 1 },
          $set: { lastUsedAt: now, expiresAt: new Date(now.getTime() + refreshTokenDays * 86_400_000) },
        },
      ),

    /** Null when it had ended before, or belongs to another account than the named one. */
    endIf: (id: Id, now: Date, accountId?: Id) =>
      sessions().updateIf({ id, endedAt: null, ...(accountId && { accountId }) }, { endedAt: now }),

    /** Those that ended by it. */
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

    /** The logins of an account that go on, the latest used first. */
    page: (accountId: Id, now: Date, query: PageQuery) =>
      sessions().page({
        filter: { accountId, endedAt: null, expiresAt: trusted({ $gt: now }) },
        sort: { lastUsedAt: -1 },
        query,
      }),

    /** Null when the session has ended. */
    reauthenticateIf: (id: Id, now: Date) =>
      sessions().updateIf({ id, endedAt: null }, { reauthenticatedAt: now }),
  }
}
export type LoginSessionStore = ReturnType<typeof loginSessionStore>
