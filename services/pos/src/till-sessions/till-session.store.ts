import { AppError } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { posErrors } from '../errors.ts'
import type { StoredTillSession, TillSessionRecord } from './till-session.types.ts'

export const tillSessionCollection = collection<TillSessionRecord>(
  'till_sessions',
  'Session',
  {
    register: String,
    status: String,
    currencyCode: String,
    openingFloatMinor: Number,
    openedBy: String,
    cashMinor: Number,
    closedAt: Date,
    countedMinor: Number,
    expectedMinor: Number,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, register: 1, createdAt: -1, _id: -1 } }, // list by register
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, register: 1 }, unique: true, partial: { status: 'open' } }, // one open session per register
  ],
  { onePer: 'till session' },
)

type NewTillSession = Pick<TillSessionRecord, 'register' | 'currencyCode' | 'openingFloatMinor' | 'openedBy'>
type TillSessionQuery = PageQuery & {
  register?: string | undefined
  status?: 'open' | 'closed' | undefined
}

export const tillSessionStore = (db: Database) => {
  const sessions = db.tenant(tillSessionCollection)
  return {
    list: (workspaceId: Id, { register, status, ...query }: TillSessionQuery) =>
      sessions(workspaceId).page({
        filter: { ...(register && { register }), ...(status && { status }) },
        query,
      }),

    get: (workspaceId: Id, id: Id) => sessions(workspaceId).get({ id }),

    /** Throws NOT_FOUND for an unknown till session, SESSION_CLOSED for a closed one. */
    getOpen: async (workspaceId: Id, id: Id) => {
      const till = await sessions(workspaceId).get({ id })
      if (till.status === 'closed') throw sessionClosed(till)
      return till
    },

    /** Throws CONFLICT when the register already has an open session. */
    insertOpen: (workspaceId: Id, session: NewTillSession) =>
      onConflict(
        () =>
          sessions(workspaceId).insert({
            ...session,
            status: 'open',
            cashMinor: 0,
            closedAt: null,
            countedMinor: null,
            expectedMinor: null,
          }),
        (cause) =>
          new AppError('CONFLICT', `The register "${session.register}" already has an open session`, {
            cause,
            details: [{ path: 'register', message: 'must not have an open session' }],
          }),
      ),

    // These functions change a session that was read in the same transaction; a concurrent change causes a retry.

    /** Writes even if the cash does not change, so that a payment conflicts with a concurrent close. */
    moveCash: ({ workspaceId, id }: StoredTillSession, cashMinor: number) => {
      db.requireTransaction()
      return sessions(workspaceId).update({ id, status: 'open' }, { $inc: { cashMinor } })
    },
    close: (
      { workspaceId, id }: StoredTillSession,
      count: { closedAt: Date; countedMinor: number; expectedMinor: number },
    ) => {
      db.requireTransaction()
      return sessions(workspaceId).update({ id, status: 'open' }, { ...count, status: 'closed' })
    },
  }
}

const sessionClosed = ({ register }: StoredTillSession): AppError =>
  new AppError(posErrors.SESSION_CLOSED, `The till session for the register "${register}" is closed`, {
    details: [{ path: 'sessionId', message: 'must be an open till session' }],
  })
