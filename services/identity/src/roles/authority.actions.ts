import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { checkAuthority } from './role.rules.ts'
import type { Caller } from './role.rules.ts'

/**
 * Guards every change to a member's email, role or login. Throws FORBIDDEN unless the actor has all permissions of
 * the member's current and new roles. Checks the database, because the permissions in a token may be outdated.
 */
export const requireAuthorityOver = async (
  deps: IdentityDeps,
  workspaceId: Id,
  actorAccountId: Id | null | undefined,
  roleIds: readonly (Id | null | undefined)[],
): Promise<void> => {
  const actor = await getActor(deps, workspaceId, actorAccountId)
  const ids = [...new Set(roleIds)].filter((id) => typeof id === 'string')
  const roles = await deps.roles.list(workspaceId, ids)
  checkAuthority(
    actor,
    roles.flatMap(({ permissions }) => permissions),
  )
}

/** Returns the member's current role and permissions. Throws FORBIDDEN unless the account is an active member. */
export const getActor = async (
  { memberships, roles }: IdentityDeps,
  workspaceId: Id,
  accountId: Id | null | undefined,
): Promise<Caller> => {
  const member = accountId ? await memberships.find(workspaceId, accountId) : null
  if (member?.status !== 'active')
    throw new AppError('FORBIDDEN', 'Only active members of the workspace can change its members and roles')
  const role = member.roleId ? await roles.find(workspaceId, member.roleId) : null
  return { role: member.role, permissions: role?.permissions ?? [] }
}
