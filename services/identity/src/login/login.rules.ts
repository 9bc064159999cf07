import type { Id } from '@wp/kernel'
import type { Membership } from '../accounts/membership.types.ts'
import { invalidCredentials } from '../passwords/password.rules.ts'

/**
 * Returns null when the caller must choose a workspace. Choosing a workspace that the account cannot log in
 * to fails like a wrong password.
 */
export const chooseMembership = (
  memberships: Membership[],
  workspaceId: Id | undefined,
): Membership | null => {
  if (!workspaceId && memberships.length > 1) return null
  const chosen = workspaceId
    ? memberships.find((membership) => membership.workspaceId === workspaceId)
    : memberships[0]
  if (!chosen) throw invalidCredentials()
  return chosen
}
