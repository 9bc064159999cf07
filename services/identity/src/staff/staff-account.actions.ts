import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import { revokeKeysOfMember } from '../api-keys/api-key.actions.ts'
import { nameActor } from '../audit/audit.actions.ts'
import type { Membership } from '../accounts/membership.types.ts'
import type { IdentityDeps } from '../deps.ts'
import { sendInvitation } from '../invitations/invitation.actions.ts'
import { endLoginSessions } from '../login-sessions/login-session.actions.ts'
import { outdateMember } from '../login-sessions/revocation.actions.ts'
import { requireAuthorityOver } from '../roles/authority.actions.ts'
import { countInvitation } from '../throttling/invitation-limit.actions.ts'
import { toStaffAccount } from './staff-account.view.ts'
import type { StaffAccount } from './staff-account.view.ts'
import type { StaffVersion } from './staff-version.store.ts'

/** The saga step that a call belongs to, and the member on whose behalf it runs. */
type StaffStep = {
  workspaceId: Id
  staffId: Id
  version: number
  actorAccountId?: Id | null | undefined
}

export type StaffAccountFields = StaffStep & {
  name: string
  email: string
  roleId: Id
  /**
   * True when scheduling recovers from a failed step: authority is not checked, and a member who had accepted the
   * invitation becomes active again.
   */
  restores: boolean
}

/** Creates or updates a staff member's login. Idempotent, even for concurrent calls. */
export const upsertStaffAccount = (deps: IdentityDeps, fields: StaffAccountFields): Promise<StaffAccount> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const { workspaceId, staffId, roleId, version } = fields
      await deps.workspaces.get(workspaceId)
      const step = await deps.staffVersions.advance(workspaceId, staffId, version)
      const existing = await deps.memberships.findStaff(workspaceId, staffId)
      const role = await deps.roles.markAssigned(workspaceId, roleId, deps.clock.now())
      if (!fields.restores)
        await requireAuthorityOver(deps, workspaceId, fields.actorAccountId, [existing?.roleId, roleId])
      const membership = existing
        ? await changeMembership(deps, tx, fields, step, existing)
        : await addMembership(deps, fields, step)
      const account = await deps.accounts.get(membership.accountId)
      return toStaffAccount(membership, account, role)
    }),
  )

/** Returns false when there is no membership. A call without an actor undoes a creation. */
export const removeStaffAccount = (deps: IdentityDeps, step: StaffStep): Promise<boolean> =>
  retryAfterConflict(() =>
    deps.db.transaction(async (tx) => {
      const { workspaceId, staffId, version, actorAccountId } = step
      await deps.staffVersions.advance(workspaceId, staffId, version)
      const membership = await deps.memberships.findStaff(workspaceId, staffId)
      if (!membership) return false
      if (typeof actorAccountId === 'string')
        await requireAuthorityOver(deps, workspaceId, actorAccountId, [membership.roleId])
      await removeMembership(deps, tx, membership)
      await recordStaffChange(deps, step, 'staff.removed')
      return true
    }),
  )

export const listStaffAccounts = async (
  { accounts, memberships, roles }: IdentityDeps,
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

const addMembership = async (
  deps: IdentityDeps,
  fields: StaffAccountFields,
  { earlierAccountId, earlierStatus }: StaffVersion,
): Promise<Membership> => {
  const { accounts, memberships } = deps
  const { workspaceId, staffId, roleId, name, email } = fields
  const account = (await accounts.findByEmail(email)) ?? (await accounts.insert({ email, name }))
  const accountId = account.id
  if (await memberships.find(workspaceId, accountId))
    throw new AppError('CONFLICT', 'A member with this email already exists in the workspace', {
      details: [{ path: 'email', message: 'already exists in this workspace' }],
    })
  const hadAccepted = fields.restores && earlierAccountId === accountId && earlierStatus === 'active'
  const status = hadAccepted ? 'active' : 'invited'
  const membership = await memberships.insertStaff({ workspaceId, accountId, staffId, roleId, name, status })
  if (!fields.restores) await countInvitation(deps, workspaceId, email)
  if (!hadAccepted) await sendInvitation(deps, membership, account)
  await recordStaffChange(deps, fields, fields.restores ? 'staff.restored' : 'staff.invited')
  return membership
}

/** A new email means a different person: the previous member is removed and the new one is invited. */
const changeMembership = async (
  deps: IdentityDeps,
  tx: Tx,
  fields: StaffAccountFields,
  step: StaffVersion,
  membership: Membership,
): Promise<Membership> => {
  const { roleId, name, workspaceId } = fields
  const { email } = await deps.accounts.get(membership.accountId)
  if (email !== fields.email) {
    await removeMembership(deps, tx, membership)
    return addMembership(deps, fields, step)
  }
  if (membership.roleId === roleId && membership.name === name) return membership
  const updated = await deps.memberships.update(membership.id, { roleId, name })
  if (membership.roleId !== roleId) {
    await outdateMember(deps, tx, updated.tokensAt!, { workspaceId, accountId: membership.accountId })
    await recordStaffChange(deps, fields, 'staff.role-changed')
  }
  return updated
}

const removeMembership = async (deps: IdentityDeps, tx: Tx, membership: Membership): Promise<void> => {
  const { id, workspaceId, accountId, staffId } = membership
  await deps.staffVersions.savePrevious(workspaceId, membership)
  await deps.memberships.remove(id)
  await deps.invitations.removeIf(workspaceId, staffId!)
  await endLoginSessions(deps, tx, accountId, { workspaceId })
  await revokeKeysOfMember(deps, tx, workspaceId, accountId)
}

const recordStaffChange = async (
  deps: IdentityDeps,
  { workspaceId, staffId, actorAccountId }: StaffStep,
  action: string,
) => {
  const actor = { actorId: actorAccountId ?? null, actorKind: actorAccountId ? 'member' : 'system' }
  const entry = { ...actor, workspaceId, action, targetType: 'staff', targetId: staffId }
  await deps.audit.record(await nameActor(deps, entry))
}
