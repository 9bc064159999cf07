import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { IdentityDeps } from '../deps.ts'
import { sendInvitation } from '../invitations/invitation.actions.ts'
import type { SendInvitationDeps } from '../invitations/invitation.actions.ts'
import { checkGrant } from '../roles/role.rules.ts'
import type { StoredRole } from '../roles/role.store.ts'
import { endLoginSessions } from '../sessions/login-session.actions.ts'
import type { EndSessionDeps } from '../sessions/login-session.actions.ts'
import { outdateTokens } from '../sessions/revocation.actions.ts'
import { publishAccountChanged } from './account.events.ts'
import type { Membership } from './membership.store.ts'
import { toStaffAccount } from './staff-account.view.ts'
import type { StaffAccount } from './staff-account.view.ts'

export type StaffAccountFields = {
  workspaceId: Id
  staffId: Id
  name: string
  email: string
  roleId: Id
  /** Who asks; absent for repairs, which grant nothing new. */
  actorAccountId?: Id | null | undefined
}

export type StaffAccountDeps = SendInvitationDeps &
  EndSessionDeps &
  Pick<IdentityDeps, 'accounts' | 'memberships' | 'roles' | 'audit'>

/** Makes or changes the login of a staff member; the same call twice has one effect, also at the same moment. */
export const upsertStaffAccount = (
  deps: StaffAccountDeps,
  fields: StaffAccountFields,
): Promise<StaffAccount> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const { workspaceId, staffId, roleId, actorAccountId } = fields
      await deps.workspaces.get(workspaceId)
      const existing = await deps.memberships.findStaff(workspaceId, staffId)
      const role = await deps.roles.markAssigned(workspaceId, roleId, deps.clock.now())
      if (actorAccountId && existing?.roleId !== roleId)
        await checkActor(deps, workspaceId, actorAccountId, role)
      const membership = existing
        ? await changeMembership(deps, tx, fields, existing)
        : await addMembership(deps, fields)
      const account = await deps.accounts.get(membership.accountId)
      publishAccountChanged(tx, account, 'membership', workspaceId)
      return toStaffAccount(membership, account, role)
    }),
  )

/** False when there was no membership to end. */
export const removeStaffAccount = (deps: StaffAccountDeps, workspaceId: Id, staffId: Id): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const membership = await deps.memberships.findStaff(workspaceId, staffId)
    if (!membership) return false
    await removeMembership(deps, tx, membership)
    publishAccountChanged(tx, await deps.accounts.get(membership.accountId), 'membership', workspaceId)
    await recordStaffChange(deps, { workspaceId, staffId }, 'staff.removed')
    return true
  })

export const listStaffAccounts = async (
  { accounts, memberships, roles }: Pick<StaffAccountDeps, 'accounts' | 'memberships' | 'roles'>,
  workspaceId: Id,
  staffIds: Id[],
): Promise<StaffAccount[]> => {
  const members = await memberships.listStaff(workspaceId, staffIds)
  const found = await accounts.list(members.map(({ accountId }) => accountId))
  const accountById = new Map(found.map((account) => [account.id, account]))
  const roleIds = [...new Set(members.map(({ roleId }) => roleId!))]
  const roleById = new Map((await roles.list(workspaceId, roleIds)).map((role) => [role.id, role]))
  return members.flatMap((member) => {
    const account = accountById.get(member.accountId)
    return account ? [toStaffAccount(member, account, roleById.get(member.roleId!))] : []
  })
}

const checkActor = async (
  { memberships, roles }: StaffAccountDeps,
  workspaceId: Id,
  actorId: Id,
  role: StoredRole,
): Promise<void> => {
  const actor = await memberships.find(workspaceId, actorId)
  if (!actor) throw new AppError('FORBIDDEN', 'Only a member of the workspace can give a role')
  const actorRole = actor.roleId ? await roles.find(workspaceId, actor.roleId) : null
  checkGrant({ role: actor.role, permissions: actorRole?.permissions ?? [] }, role.permissions)
}

const addMembership = async (deps: StaffAccountDeps, fields: StaffAccountFields): Promise<Membership> => {
  const { accounts, memberships } = deps
  const { workspaceId, staffId, roleId, name, email } = fields
  const account = (await accounts.findByEmail(email)) ?? (await accounts.insert({ email, name }))
  const accountId = account.id
  if (await memberships.find(workspaceId, accountId))
    throw new AppError('CONFLICT', 'Somebody with this email belongs to the workspace already', {
      details: [{ path: 'email', message: 'is taken in this workspace' }],
    })
  const membership = await memberships.insertStaff({ workspaceId, accountId, staffId, roleId, name })
  await sendInvitation(deps, membership, account)
  await recordStaffChange(deps, fields, 'staff.invited')
  return membership
}

/** Another email is another person: the earlier one leaves, the new one is invited. */
const changeMembership = async (
  deps: StaffAccountDeps,
  tx: Tx,
  fields: StaffAccountFields,
  membership: Membership,
): Promise<Membership> => {
  const { roleId, name, workspaceId } = fields
  const { email } = await deps.accounts.get(membership.accountId)
  if (email !== fields.email) {
    await removeMembership(deps, tx, membership)
    return addMembership(deps, fields)
  }
  if (membership.roleId === roleId && membership.name === name) return membership
  const updated = await deps.memberships.update(membership.id, { roleId, name, tokensAt: deps.clock.now() })
  if (membership.roleId !== roleId) {
    await outdateTokens(deps, tx, workspaceId, [membership.accountId])
    await recordStaffChange(deps, fields, 'staff.role-changed')
  }
  return updated
}

const removeMembership = async (
  deps: StaffAccountDeps,
  tx: Tx,
  { id, workspaceId, accountId, staffId }: Membership,
): Promise<void> => {
  await deps.memberships.remove(id)
  await deps.invitations.removeIf(workspaceId, staffId!)
  await endLoginSessions(deps, tx, accountId, { workspaceId })
}

const recordStaffChange = (
  { audit }: StaffAccountDeps,
  {
    workspaceId,
    staffId,
    actorAccountId,
  }: Pick<StaffAccountFields, 'workspaceId' | 'staffId' | 'actorAccountId'>,
  action: string,
) =>
  audit.record({
    actorId: actorAccountId ?? null,
    actorKind: actorAccountId ? 'member' : 'system',
    workspaceId,
    action,
    targetType: 'staff',
    targetId: staffId,
  })

/** Somebody made the same account or membership at that moment: the second try finds it, or finds that it is another's. */
const retryAfterConflict = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'CONFLICT') return work()
    throw error
  })
