import { holds } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** Allows staff their own feed, and the feeds of others if they have the permission to see their sessions. */
export const checkFeedAccess = (principal: WorkspacePrincipal, staffId: Id): void => {
  if (principal.staffId !== staffId && !holds(principal, 'sessions.view'))
    throw new AppError(
      'FORBIDDEN',
      'The permission sessions.view is required for the calendar feed of another staff member',
    )
}
