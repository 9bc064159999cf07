import type { WorkspacePermission } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { checkAuthority, withinAuthority } from './role.rules.ts'
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

/**
 * Returns the current role and permissions of a member or an API key. Throws FORBIDDEN unless the member is active and
 * the key works.
 */
export const getActor = async (
  deps: IdentityDeps,
  workspaceId: Id,
  actorId: Id | null | undefined,
): Promise<Caller> => {
  const actor = actorId
    ? ((await findMember(deps, workspaceId, actorId)) ?? (await findKey(deps, workspaceId, actorId)))
    : null
  if (!actor)
    throw new AppError('FORBIDDEN', 'Only active members of the workspace can change its members and roles')
  return actor
}

type KeyGrant = {
  workspaceId: Id
  createdBy: Id
  survivesMember: boolean
  permissions: WorkspacePermission[]
}

/**
 * Returns the permissions that an API key has now. A key that does not survive its member has only those that the
 * member still has, and none (null) when the member is no longer active.
 */
export const findKeyPermissions = async (
  deps: IdentityDeps,
  { workspaceId, createdBy, survivesMember, permissions }: KeyGrant,
): Promise<WorkspacePermission[] | null> => {
  if (survivesMember) return permissions
  const member = await findMember(deps, workspaceId, createdBy)
  return member && withinAuthority(member, permissions)
}

const findMember = async (
  { memberships, roles }: IdentityDeps,
  workspaceId: Id,
  accountId: Id,
): Promise<Caller | null> => {
  const member = await memberships.find(workspaceId, accountId)
  if (member?.status !== 'active') return null
  const role = member.roleId ? await roles.find(workspaceId, member.roleId) : null
  return { role: member.role, permissions: role?.permissions ?? [] }
}

const findKey = async (deps: IdentityDeps, workspaceId: Id, keyId: Id): Promise<Caller | null> => {
  const key = await deps.apiKeys.find(workspaceId, keyId)
  const hasEnded = !key || key.revokedAt || (key.expiresAt && key.expiresAt <= deps.clock.now())
  const permissions = hasEnded ? null : await findKeyPermissions(deps, key)
  return permissions && { role: 'staff', permissions }
}
