import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { AccountChanged } from '../events.ts'
import { checkGrant } from '../roles/role.rules.ts'
import type { StoredRole } from '../roles/role.store.ts'
import type { Identity } from '../parts.ts'
import type { StoredAccount } from './account.store.ts'
import type { Membership } from './membership.store.ts'

export type StaffAccountFields = {
  workspaceId: Id
  staffId: Id
  name: string
  email: string
  roleId: Id
  /** Who asks; absent for repairs, which grant nothing new. */
  actorAccountId?: Id | null | undefined
}

export type StaffAccount = {
  staffId: Id
  accountId: Id
  email: string
  name: string | null
  roleId: Id
  roleName: string
  status: Membership['status']
}

type Parts = Pick<
  Identity,
  | 'db'
  | 'clock'
  | 'accounts'
  | 'memberships'
  | 'workspaces'
  | 'roles'
  | 'revocations'
  | 'audit'
  | 'opener'
  | 'invitations'
>

/** The logins of a workspace's staff, kept for scheduling, which owns their profiles. */
export const staffAccounts = (parts: Parts) => {
  const { db, clock, accounts, memberships, workspaces, roles, revocations, audit, opener, invitations } =
    parts

  const checkActor = async (workspaceId: Id, actorId: Id, role: StoredRole): Promise<void> => {
    const actor = await memberships.find(workspaceId, actorId)
    if (!actor) throw new AppError('FORBIDDEN', 'Only a member of the workspace can give a role')
    const own = actor.roleId ? await roles.find(workspaceId, actor.roleId) : null
    checkGrant({ role: actor.role, permissions: own?.permissions ?? [] }, role.permissions)
  }

  const record = (fields: StaffAccountFields, action: string) =>
    audit.record({
      actorId: fields.actorAccountId ?? null,
      actorKind: fields.actorAccountId ? 'member' : 'system',
      workspaceId: fields.workspaceId,
      action,
      targetType: 'staff',
      targetId: fields.staffId,
    })

  const leave = async (membership: Membership): Promise<void> => {
    const { workspaceId, accountId, staffId } = membership
    await memberships.remove(membership.id)
    await invitations.withdraw(workspaceId, staffId!)
    await opener.endAll(accountId, { workspaceId })
  }

  const join = async (fields: StaffAccountFields): Promise<Membership> => {
    const { workspaceId, staffId, roleId, name, email } = fields
    const account = (await accounts.findByEmail(email)) ?? (await accounts.insert({ email, name }))
    if (await memberships.find(workspaceId, account.id))
      throw new AppError('CONFLICT', 'Somebody with this email belongs to the workspace already', {
        details: [{ path: 'email', message: 'is taken in this workspace' }],
      })
    const membership = await memberships.insertStaff({
      workspaceId,
      accountId: account.id,
      staffId,
      roleId,
      name,
    })
    await invitations.send(membership, account)
    await record(fields, 'staff.invited')
    return membership
  }

  const change = async (fields: StaffAccountFields, known: Membership, account: StoredAccount) => {
    if (account.email !== fields.email) {
      await leave(known)
      return join(fields)
    }
    const isSame = known.roleId === fields.roleId && known.name === fields.name
    if (isSame) return known
    const { roleId, name, workspaceId } = fields
    const updated = await memberships.updateStaff(known.id, { roleId, name, tokensAt: clock.now() })
    if (known.roleId !== roleId) {
      await db.transaction((tx) => revocations.outdate(tx, workspaceId, [known.accountId]))
      await record(fields, 'staff.role-changed')
    }
    return updated ?? known
  }

  const shown = (
    membership: Membership,
    account: StoredAccount,
    role: StoredRole | undefined,
  ): StaffAccount => ({
    staffId: membership.staffId!,
    accountId: account.id,
    email: account.email,
    name: membership.name ?? account.name,
    roleId: membership.roleId!,
    roleName: role?.name ?? '',
    status: membership.status,
  })

  const upsert = (fields: StaffAccountFields): Promise<StaffAccount> =>
    db.transaction(async (tx) => {
      const { workspaceId, staffId, roleId, actorAccountId } = fields
      if (!(await workspaces.find(workspaceId))) throw notFound('Workspace')
      const known = await memberships.findStaff(workspaceId, staffId)
      const role = await roles.give(workspaceId, roleId, clock.now())
      if (!role) throw notFound('Role')
      if (actorAccountId && known?.roleId !== roleId) await checkActor(workspaceId, actorAccountId, role)
      const membership = known
        ? await change(fields, known, await accounts.get(known.accountId))
        : await join(fields)
      const account = await accounts.get(membership.accountId)
      tx.publish(AccountChanged, { workspaceId, data: { account, change: 'membership' } })
      return shown(membership, account, role)
    })

  return {
    /** The same call twice has one effect, also at the same moment. */
    upsert: (fields: StaffAccountFields): Promise<StaffAccount> => againAfterConflict(() => upsert(fields)),

    /** False when there was no membership to end. */
    remove: (workspaceId: Id, staffId: Id): Promise<boolean> =>
      db.transaction(async (tx) => {
        const known = await memberships.findStaff(workspaceId, staffId)
        if (!known) return false
        await leave(known)
        const account = await accounts.get(known.accountId)
        tx.publish(AccountChanged, { workspaceId, data: { account, change: 'membership' } })
        await audit.record({
          actorId: null,
          actorKind: 'system',
          workspaceId,
          action: 'staff.removed',
          targetType: 'staff',
          targetId: staffId,
        })
        return true
      }),

    list: async (workspaceId: Id, staffIds: Id[]): Promise<StaffAccount[]> => {
      const members = await memberships.listStaff(workspaceId, staffIds)
      const found = await accounts.list(members.map(({ accountId }) => accountId))
      const accountById = new Map(found.map((account) => [account.id, account]))
      const roleIds = [...new Set(members.map(({ roleId }) => roleId!))]
      const roleById = new Map((await roles.list(workspaceId, roleIds)).map((role) => [role.id, role]))
      return members.flatMap((member) => {
        const account = accountById.get(member.accountId)
        return account ? [shown(member, account, roleById.get(member.roleId!))] : []
      })
    },
  }
}
/** Somebody made the same account or place at that moment: the second look finds it, or finds out that it is another's. */
const againAfterConflict = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'CONFLICT') return work()
    throw error
  })

export type StaffAccounts = ReturnType<typeof staffAccounts>
