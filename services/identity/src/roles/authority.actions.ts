import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { checkAuthority } from './role.rules.ts'

export type AuthorityDeps = Pick<IdentityDeps, 'memberships' | 'roles'>

/**
 * Guards every change to a member's email, role or login. Throws FORBIDDEN unless the actor has all permissions of
 * the member's current and new roles. Checks the database, because the permissions in a token may be outdated.
 */
export const requireAuthorityOver = async (
  { memberships, roles }: AuthorityDeps,
  workspaceId: Id,
  actorAccountId: Id | null | undefined,
  roleIds: readonly (Id | null | undefined)[],
): Promise<void> => {
  const actor = actorAccountId ? await memberships.find(workspaceId, actorAccountId) : null
  if (actor?.status !== 'active')
    throw new AppError('FORBIDDEN', 'Only members of the workspace can change its members')
  const ids = [...new Set([actor.roleId, ...roleIds])].filter((id) => typeof id === 'string')
  const found = new Map((await roles.list(workspaceId, ids)).map((role) => [role.id, role.permissions]))
  const permissions = (roleId: Id | null | undefined) => (roleId ? (found.get(roleId) ?? []) : [])
  checkAuthority({ role: actor.role, permissions: permissions(actor.roleId) }, roleIds.flatMap(permissions))
}
