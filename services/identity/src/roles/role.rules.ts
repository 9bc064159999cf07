import { holds } from '@wp/auth'
import type { WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'

type Caller = Pick<WorkspacePrincipal, 'role' | 'permissions'>

/** Refuses to let somebody grant what they do not hold. */
export const checkGrant = (caller: Caller, wanted: readonly WorkspacePermission[]): void => {
  const beyond = findBeyond(caller, wanted)
  if (beyond.length > 0)
    throw new AppError('FORBIDDEN', `You cannot grant what you do not hold: ${beyond.join(', ')}`)
}

/** Refuses to let somebody change the login of a member who holds, or is to hold, what they do not. */
export const checkAuthority = (caller: Caller, permissions: readonly WorkspacePermission[]): void => {
  const beyond = findBeyond(caller, permissions)
  if (beyond.length > 0)
    throw new AppError('FORBIDDEN', `You do not hold what this member holds: ${beyond.join(', ')}`)
}

const findBeyond = (caller: Caller, permissions: readonly WorkspacePermission[]) => {
  const principal = { ...caller, kind: 'workspace' } as WorkspacePrincipal
  return [...new Set(permissions)].filter((permission) => !holds(principal, permission))
}

/** Whether two lists grant the same, in whatever order. */
export const grantsTheSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((permission) => other.includes(permission))
