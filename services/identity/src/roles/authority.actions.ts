import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { checkAuthority } from './role.rules.ts'

export type AuthorityDeps = Pick<IdentityDeps, 'memberships' | 'roles'>

/**
 * The one rule for every change of a member, their email, role or login: whoever asks holds all that the roles grant which
 * the member has and is to have; FORBIDDEN otherwise. It reads what is true now, not what a token says.
 */
export const requireAuthorityOver = async (
  { memberships, roles }: AuthorityDeps,
  workspaceId: Id,
  actorAccountId: Id | null | undefined,
  roleIds: readonly (Id | null | undefined)[],
): Promise<void> => {
  const actor = actorAccountId ? await memberships.find(workspaceId, actorAccountId) : null
  if (actor?.status !== 'active')
    throw new AppError('FORBIDDEN', 'Only a member of the workspace can change its members: sign in as one')
  const wanted = [...new Set([actor.roleId, ...roleIds])].filter((id) => typeof id === 'string')
  const found = new Map((await roles.list(workspaceId, wanted)).map((role) => [role.id, role.permissions]))
  const permissions = (roleId: Id | null | undefined) => (roleId ? (found.get(roleId) ?? []) : [])
  checkAuthority({ role: actor.role, permissions: permissions(actor.roleId) }, roleIds.flatMap(permissions))
}
