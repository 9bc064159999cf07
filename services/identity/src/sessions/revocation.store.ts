import type { Revocation } from '@wp/auth'
import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, Tx } from '@wp/mongo'
import { RevocationRecorded } from '@wp/runtime'

type RevocationRecord = {
  kind: Revocation['kind']
  sessionId: Id | null
  accountId: Id | null
  exceptSessionId: Id | null
  workspaceId: Id | null
  at: Date
}

/** Kept for longer than an access token lives. */
export const revocationCollection = collection<RevocationRecord>(
  'revocations',
  'Revocation',
  {
    kind: String,
    sessionId: String,
    accountId: String,
    exceptSessionId: String,
    workspaceId: String,
    at: Date,
  },
  [{ keys: { at: 1 }, ttlSeconds: 2 * 3600 }],
)

type Fields = Partial<Omit<RevocationRecord, 'kind' | 'at'>>

const most = 10_000
const blank = { sessionId: null, accountId: null, exceptSessionId: null, workspaceId: null }

/**
 * Tells every gateway and service, in the transaction that ends sessions or changes permissions. To be called after that
 * change is written: the time it carries must not be earlier than that of a token made before the change.
 */
export const revocationStore = (db: Database, clock: Clock) => {
  const revocations = db.global(revocationCollection)

  const record = async (tx: Tx, kind: Revocation['kind'], fields: Fields): Promise<void> => {
    const revocation = { ...blank, ...fields, kind, at: clock.now() }
    await revocations().insert(revocation)
    tx.publish(RevocationRecorded, {
      workspaceId: revocation.workspaceId,
      data: { ...revocation, at: revocation.at.toISOString() },
      aggregate: revocation.sessionId ?? revocation.accountId ?? 'platform',
    })
  }

  return {
    endSession: (tx: Tx, sessionId: Id) => record(tx, 'session', { sessionId }),

    /** Every session of the account, or those in one workspace, or all but one. */
    endAccount: (tx: Tx, accountId: Id, scope: { exceptSessionId?: Id | null; workspaceId?: Id | null }) =>
      record(tx, 'account', { accountId, ...scope }),

    /** Access tokens of these accounts must be refreshed: what they permit has changed. */
    outdate: async (tx: Tx, workspaceId: Id | null, accountIds: Id[]): Promise<void> => {
      for (const accountId of accountIds) await record(tx, 'outdated', { accountId, workspaceId })
    },

    since: async (since: Date) => {
      const found = await revocations().find(
        { at: trusted({ $gte: since }) },
        { sort: { at: 1 }, limit: most },
      )
      return found.map(({ kind, sessionId, accountId, exceptSessionId, workspaceId, at }) => ({
        // What each kind has is seen to by the methods above.
        kind: kind as 'account',
        sessionId,
        accountId: accountId!,
        exceptSessionId,
        workspaceId,
        at,
      }))
    },
  }
}
export type RevocationStore = ReturnType<typeof revocationStore>
