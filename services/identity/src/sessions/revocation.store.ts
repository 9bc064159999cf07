import type { Revocation } from '@wp/auth'
import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { revocationsPage } from '@wp/runtime'

export type RevocationFields = {
  kind: Revocation['kind']
  sessionId: Id | null
  accountId: Id | null
  exceptSessionId: Id | null
  workspaceId: Id | null
  at: Date
}

/** Kept for longer than an access token lives. Global: every gateway reads them all. */
export const revocationCollection = collection<RevocationFields>(
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

export const revocationStore = (db: Database) => {
  const revocations = db.global(revocationCollection)
  return {
    insert: (revocation: RevocationFields) => revocations().insert(revocation),

    /** At or after `since`, the oldest first; whoever gets a whole page asks again from its last one on. */
    listSince: async (since: Date) => {
      const found = await revocations().find(
        { at: trusted({ $gte: since }) },
        { sort: { at: 1 }, limit: revocationsPage },
      )
      return found.map(({ kind, sessionId, accountId, exceptSessionId, workspaceId, at }) => ({
        // The actions see to what each kind has.
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
