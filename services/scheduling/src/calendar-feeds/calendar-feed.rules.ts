import { holds } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** Throws FORBIDDEN for another staff member's feed unless the caller may view sessions. */
export const checkFeedAccess = (principal: WorkspacePrincipal, staffId: Id): void => {
  if (principal.staffId !== staffId && !holds(principal, 'sessions.view'))
    throw new AppError(
      'FORBIDDEN',
      "Another staff member's calendar feed requires the permission sessions.view",
    )
}
