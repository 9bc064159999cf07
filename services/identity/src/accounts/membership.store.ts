import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

/** An account's place in a workspace: its owner, or staff with a role. */
type MembershipRecord = {
  accountId: Id
  workspaceId: Id
  role: 'owner' | 'staff'
  staffId: Id | null
  roleId: Id | null
}
export type Membership = PlatformDoc<MembershipRecord>

export const membershipCollection = collection<MembershipRecord>(
  'memberships',
  { accountId: String, workspaceId: String, role: String, staffId: String, roleId: String },
  [
    { keys: { workspaceId: 1, accountId: 1 }, unique: true },
    { keys: { workspaceId: 1, staffId: 1 }, unique: true, partial: { role: 'staff' } },
    { keys: { workspaceId: 1, roleId: 1 } }, // is the role in use
    { keys: { accountId: 1, createdAt: 1 } }, // an account's workspaces
    { keys: { accountId: 1 }, unique: true, partial: { role: 'owner' } }, // owner of at most one
  ],
)

export const membershipStore = (db: Database) => {
  const memberships = db.global(membershipCollection)
  return {
    insert: (membership: MembershipRecord) => memberships().insert(membership),
    listOf: (accountId: Id) => memberships().find({ accountId }, { sort: { createdAt: 1 } }),
    find: (workspaceId: Id, accountId: Id) => memberships().findOne({ workspaceId, accountId }),
  }
}
export type MembershipStore = ReturnType<typeof membershipStore>
