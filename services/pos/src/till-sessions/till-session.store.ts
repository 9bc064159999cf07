import { AppError } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'

type TillSessionRecord = {
  register: string
  status: 'open' | 'closed'
  currencyCode: string
  openingFloatMinor: number
  openedBy: Id
  /** Cash taken less change and cash refunds. */
  cashMinor: number
  closedAt: Date | null
  countedMinor: number | null
  expectedMinor: number | null
}
export type StoredTillSession = TenantDoc<TillSessionRecord>

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
    { keys: { workspaceId: 1, register: 1, createdAt: -1, _id: -1 } }, // list of a register
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, register: 1 }, unique: true, partial: { status: 'open' } }, // one open session for each register
  ],
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

    /** CONFLICT when the register is open already: the unique index decides. */
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
          new AppError('CONFLICT', `The register "${session.register}" is open already: close it first`, {
            cause,
            details: [{ path: 'register', message: 'has an open session' }],
          }),
      ),

    // After a look at the session: part of a transaction, which runs again when the session changes meanwhile.

    /** Writes also where no cash moves, so that a payment and the closing never pass each other. */
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
