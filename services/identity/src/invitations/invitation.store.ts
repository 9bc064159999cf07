import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

/** One record per invited staff member. Not scoped to a workspace: invitations are looked up by their token's digest. */
type InvitationRecord = {
  workspaceId: Id
  staffId: Id
  accountId: Id
  membershipId: Id
  tokenDigest: string
  expiresAt: Date
  usedAt: Date | null
}
export type Invitation = PlatformDoc<InvitationRecord>

export const invitationCollection = collection<InvitationRecord>(
  'invitations',
  'Invitation',
  {
    workspaceId: String,
    staffId: String,
    accountId: String,
    membershipId: String,
    tokenDigest: String,
    expiresAt: Date,
    usedAt: Date,
  },
  [
    { keys: { workspaceId: 1, staffId: 1 }, unique: true },
    { keys: { tokenDigest: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 30 * 86_400 },
  ],
  { unsharded: 'Finds the workspace of an invitation, whose token is unique on the whole platform.' },
)

export const invitationStore = (db: Database) => {
  const invitations = db.global(invitationCollection)
  return {
    replace: ({ workspaceId, staffId, ...fields }: Omit<InvitationRecord, 'usedAt'>) =>
      invitations().upsert({ workspaceId, staffId }, { ...fields, usedAt: null }),

    /**
     * Uses an invitation. If several calls run concurrently, only one gets the invitation; the others get
     * null.
     */
    useIf: (tokenDigest: string, now: Date): Promise<Invitation | null> =>
      invitations().updateIf(
        { tokenDigest, usedAt: null, expiresAt: trusted({ $gt: now }) },
        { usedAt: now },
      ),

    removeIf: (workspaceId: Id, staffId: Id) => invitations().removeIf({ workspaceId, staffId }),
  }
}
export type InvitationStore = ReturnType<typeof invitationStore>
