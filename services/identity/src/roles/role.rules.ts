import { holds, includesPermission } from '@wp/auth'
import type { WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'

/** Refuses to let somebody grant what they do not hold; what the role had already is not granted anew. */
export const checkGrant = (
  caller: Pick<WorkspacePrincipal, 'role' | 'permissions'>,
  wanted: readonly WorkspacePermission[],
  had: readonly WorkspacePermission[] = [],
): void => {
  const principal = { ...caller, kind: 'workspace' } as WorkspacePrincipal
  const beyond = wanted.filter(
    (permission) => !includesPermission(had, permission) && !holds(principal, permission),
  )
  if (beyond.length > 0)
    throw new AppError('FORBIDDEN', `You cannot grant what you do not hold: ${beyond.join(', ')}`)
}

/** Whether two lists grant the same, in whatever order. */
export const grantsTheSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((permission) => other.includes(permission))
