import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { toHash } from './login-limit.actions.ts'
import { invitationDayMs, invitationHourMs } from './login-limit.rules.ts'

/**
 * Counts an invitation in the current transaction. Throws RATE_LIMITED when the recipient or the workspace has
 * reached its limit.
 */
export const countInvitation = (
  { throttles, messageLimits }: IdentityDeps,
  workspaceId: Id,
  email: string,
): Promise<void> =>
  throttles.countInTransaction([
    {
      key: `invitation/recipient/${toHash(email)}`,
      max: messageLimits.invitationsPerRecipient,
      windowMs: invitationHourMs,
    },
    {
      key: `invitation/workspace/${workspaceId}`,
      max: messageLimits.invitationsPerWorkspace,
      windowMs: invitationDayMs,
    },
  ])
