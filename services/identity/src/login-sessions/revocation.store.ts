import type { Revocation } from '@wp/auth'
import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

export type RevocationFields = {
  kind: Revocation['kind']
  sessionId: Id | null
  accountId: Id | null
  exceptSessionId: Id | null
  workspaceId: Id | null
  at: Date
}

/** Kept longer than access tokens are valid. Not scoped to a workspace: every gateway reads all revocations. */
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
  [
    { keys: { at: 1 }, ttlSeconds: 2 * 3600 },
    { keys: { at: 1, _id: 1 } }, // pagination
  ],
  { unsharded: 'Read by every service across workspaces, kept for two hours.' },
)

const pageSize = 10_000

export const revocationStore = (db: Database) => {
  const revocations = db.global(revocationCollection)
  return {
    insert: (revocation: RevocationFields) => revocations().insert(revocation),

    /** Pages through the revocations since a given time, oldest first. Pass an empty cursor for the first page. */
    pageSince: async (since: Date, cursor: string, limit = pageSize) => {
      const { items, pagination } = await revocations().page({
        filter: { at: trusted({ $gte: since }) },
        sort: { at: 1 },
        query: { page: 1, limit, after: cursor },
      })
      return {
        revocations: items.map(({ kind, sessionId, accountId, exceptSessionId, workspaceId, at }) => ({
          // The actions set the fields that each revocation kind needs.
          kind: kind as 'account',
          sessionId,
          accountId: accountId!,
          exceptSessionId,
          workspaceId,
          at,
        })),
        nextCursor: 'nextCursor' in pagination ? pagination.nextCursor : null,
      }
    },
  }
}
export type RevocationStore = ReturnType<typeof revocationStore>
