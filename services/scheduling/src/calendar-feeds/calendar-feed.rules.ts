import { holds } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

/** A feed shows sessions: it is one's own, or of somebody whose sessions one may see anyway. */
export const checkFeedAccess = (principal: WorkspacePrincipal, staffId: Id): void => {
  if (principal.staffId !== staffId && !holds(principal, 'sessions.view'))
    throw new AppError('FORBIDDEN', "Only sessions.view lets you open or end somebody else's calendar feed")
}
