import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { outdateMember } from '../login-sessions/revocation.actions.ts'
import type { NewRole, RoleChanges } from './role.contract.ts'
import { getActor } from './authority.actions.ts'
import { checkAuthority, checkGrant, hasSamePermissions } from './role.rules.ts'
import type { StoredRole } from './role.store.ts'

// The permissions in a token may be outdated, so granting and changing permissions checks those of the caller's current
// role.

export const createRole = (
  deps: IdentityDeps,
  workspaceId: Id,
  body: NewRole,
  principal: WorkspacePrincipal,
): Promise<StoredRole> =>
  deps.db.transaction(async () => {
    deps.permissions.require(body.permissions)
    checkGrant(await getActor(deps, workspaceId, principal.accountId), body.permissions)
    const role = await deps.roles.insert(workspaceId, body)
    await deps.audit.recordBy(principal, 'role.created', 'role', role.id)
    return role
  })

/** When the permissions change, members with the role must refresh their access tokens. */
export const updateRole = (
  deps: IdentityDeps,
  workspaceId: Id,
  roleId: Id,
  body: RoleChanges,
  principal: WorkspacePrincipal,
): Promise<StoredRole> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.roles.get(workspaceId, roleId)
    deps.permissions.require(body.permissions, before.permissions)
    if (body.permissions && !hasSamePermissions(before.permissions, body.permissions)) {
      const actor = await getActor(deps, workspaceId, principal.accountId)
      checkAuthority(actor, before.permissions)
      checkGrant(actor, body.permissions)
    }
    const role = await deps.roles.update(workspaceId, roleId, body)
    await deps.audit.recordBy(principal, 'role.updated', 'role', roleId)
    if (!hasSamePermissions(before.permissions, role.permissions)) {
      const members = await deps.memberships.touchRole(workspaceId, roleId)
      for (const { accountId, tokensAt } of members)
        await outdateMember(deps, tx, tokensAt!, { workspaceId, accountId })
    }
    return role
  })

export const deleteRole = (
  { db, roles, memberships, audit }: IdentityDeps,
  workspaceId: Id,
  roleId: Id,
  principal: WorkspacePrincipal,
): Promise<void> =>
  db.transaction(async () => {
    await roles.remove(workspaceId, roleId)
    if (await memberships.existsWithRole(workspaceId, roleId))
      throw new AppError('CONFLICT', 'This role is in use; assign another role to its members first')
    await audit.recordBy(principal, 'role.deleted', 'role', roleId)
  })
