import { holds } from '@wp/auth'
import type { WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'

export type Caller = Pick<WorkspacePrincipal, 'role' | 'permissions'>

/** Throws FORBIDDEN when the caller does not have a permission that is being granted. */
export const checkGrant = (caller: Caller, granted: readonly WorkspacePermission[]): void => {
  const missing = findMissing(caller, granted)
  if (missing.length > 0)
    throw new AppError(
      'FORBIDDEN',
      `You can only grant permissions that you have; you do not have ${missing.join(', ')}`,
    )
}

/**
 * Throws FORBIDDEN when the caller does not have every permission of the member, role or API key being
 * changed.
 */
export const checkAuthority = (caller: Caller, permissions: readonly WorkspacePermission[]): void => {
  const missing = findMissing(caller, permissions)
  if (missing.length > 0)
    throw new AppError(
      'FORBIDDEN',
      `You can only change members, roles and API keys without permissions beyond your own; you do not have ${missing.join(', ')}`,
    )
}

/** Returns the permissions in the list that the caller has. */
export const withinAuthority = (
  caller: Caller,
  permissions: readonly WorkspacePermission[],
): WorkspacePermission[] => {
  const missing = findMissing(caller, permissions)
  return permissions.filter((permission) => !missing.includes(permission))
}

const findMissing = (caller: Caller, permissions: readonly WorkspacePermission[]) => {
  const principal = { ...caller, kind: 'workspace' } as WorkspacePrincipal
  return [...new Set(permissions)].filter((permission) => !holds(principal, permission))
}

/** Compares two lists regardless of their order. */
export const hasSamePermissions = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((permission) => other.includes(permission))
