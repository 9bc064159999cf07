import type { Principal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'

/** How long a caller counts as recently authenticated after entering a correct password or code. */
const recentMs = 10 * 60_000

/** Guards routes that a stolen access token alone must not be able to use. */
export const requireRecentAuthentication =
  ({ loginSessions, clock }: IdentityDeps) =>
  async ({ principal }: { readonly principal: Principal }): Promise<void> => {
    const session = await loginSessions.find(principal.sessionId)
    const authenticatedAt = session?.endedAt === null ? session.reauthenticatedAt.getTime() : 0
    if (clock.now().getTime() - authenticatedAt > recentMs)
      throw new AppError(
        'REAUTHENTICATION_REQUIRED',
        'Confirm your identity with POST /auth/reauthenticate, then try again within 10 minutes',
      )
  }
