import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Membership } from '../accounts/membership.store.ts'

/** The membership to log in with; null when the caller has to choose. A workspace of others is answered like a wrong password. */
export const chooseMembership = (
  memberships: Membership[],
  workspaceId: Id | undefined,
): Membership | null => {
  if (!workspaceId && memberships.length > 1) return null
  const chosen = workspaceId
    ? memberships.find((membership) => membership.workspaceId === workspaceId)
    : memberships[0]
  if (!chosen) throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
  return chosen
}
