import type { Revocation } from '@wp/auth'
import type { Id } from '@wp/kernel'
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

type Fields = Partial<Omit<RevocationRecord, 'kind' | 'at'>> & Pick<RevocationRecord, 'kind' | 'at'>

const blank = { sessionId: null, accountId: null, exceptSessionId: null, workspaceId: null }

export const revocationStore = (db: Database) => {
  const revocations = db.global(revocationCollection)
  return {
    /** Tells every gateway and service, in the transaction of what ends the sessions. */
    record: async (tx: Tx, fields: Fields): Promise<void> => {
      const record = { ...blank, ...fields }
      await revocations(tx).insert(record)
      tx.publish(RevocationRecorded, {
        workspaceId: record.workspaceId,
        data: { ...record, at: record.at.toISOString() },
        aggregate: record.sessionId ?? record.accountId ?? record.workspaceId ?? 'platform',
      })
    },

    since: (since: Date) =>
      revocations().find({ at: trusted({ $gte: since }) }, { sort: { at: 1 }, limit: 10_000 }),
  }
}
export type RevocationStore = ReturnType<typeof revocationStore>
