import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { MembershipRecord } from './membership.types.ts'

/** Not scoped to a workspace: at login, the account is known before the workspace. */
export const membershipCollection = collection<MembershipRecord>(
  'memberships',
  'Membership',
  {
    accountId: String,
    workspaceId: String,
    role: String,
    staffId: String,
    roleId: String,
    name: String,
    status: String,
    tokensAt: Date,
  },
  [
    { keys: { workspaceId: 1, accountId: 1 }, unique: true },
    { keys: { workspaceId: 1, staffId: 1 }, unique: true, partial: { role: 'staff' } },
    { keys: { workspaceId: 1, roleId: 1 } }, // members with a role
    { keys: { accountId: 1, status: 1, createdAt: 1 } }, // an account's workspaces
    { keys: { accountId: 1 }, unique: true, partial: { role: 'owner' } }, // an account owns at most one workspace
  ],
  {
    unsharded: 'An account owns at most one workspace, across all workspaces.',
    onePer: 'account and workspace',
  },
)

const touched = { $currentDate: { tokensAt: true } } as const

export const membershipStore = (db: Database) => {
  const memberships = db.global(membershipCollection)
  const staff = { role: 'staff' as const }
  return {
    insertOwner: (workspaceId: Id, accountId: Id) =>
      memberships().insert({
        workspaceId,
        accountId,
        role: 'owner',
        status: 'active',
        staffId: null,
        roleId: null,
        name: null,
        tokensAt: null,
      }),
    insertStaff: (
      member: Pick<MembershipRecord, 'workspaceId' | 'accountId' | 'staffId' | 'roleId' | 'name' | 'status'>,
    ) => memberships().insert({ ...member, ...staff, tokensAt: null }),

    /** Lists the memberships whose workspace the account can log in to. */
    listActive: (accountId: Id) =>
      memberships().find({ accountId, status: 'active' }, { sort: { createdAt: 1 } }),
    list: (accountId: Id) => memberships().find({ accountId }, { sort: { createdAt: 1 } }),
    find: (workspaceId: Id, accountId: Id) => memberships().findOne({ workspaceId, accountId }),

    listByAccounts: (workspaceId: Id, accountIds: readonly Id[]) =>
      memberships().find({ workspaceId, accountId: trusted({ $in: accountIds }) }),

    /** Records that tokens are issued; returns null when the account is not an active member. */
    touchIf: (workspaceId: Id, accountId: Id) =>
      memberships().updateIf({ workspaceId, accountId, status: 'active' }, touched),

    findStaff: (workspaceId: Id, staffId: Id) => memberships().findOne({ workspaceId, staffId, ...staff }),
    getStaff: (workspaceId: Id, staffId: Id) => memberships().get({ workspaceId, staffId, ...staff }),
    listStaff: (workspaceId: Id, staffIds: Id[]) =>
      memberships().find(
        { workspaceId, ...staff, ...(staffIds.length > 0 && { staffId: trusted({ $in: staffIds }) }) },
        { sort: { createdAt: 1 } },
      ),
    update: (id: Id, changes: { roleId: Id; name: string }) =>
      memberships().update({ id }, { $set: changes, ...touched }),
    activateIf: (id: Id) => memberships().updateIf({ id }, { status: 'active' }),
    remove: (id: Id) => memberships().remove({ id }),

    existsWithRole: (workspaceId: Id, roleId: Id) => memberships().exists({ workspaceId, roleId }),
    /**
     * Lists the members with a role. Also updates them, so that concurrent requests cannot issue tokens with the old
     * permissions.
     */
    touchRole: async (workspaceId: Id, roleId: Id) => {
      await memberships().updateMany({ workspaceId, roleId }, touched)
      return memberships().find({ workspaceId, roleId })
    },
  }
}
export type MembershipStore = ReturnType<typeof membershipStore>
