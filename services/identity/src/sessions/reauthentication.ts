import type { Principal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { LoginSessionStore } from './login-session.store.ts'

const goodForMs = 10 * 60_000

/** For `guard` of routes that a stolen access token must not be enough for. */
export const recentProof =
  ({ sessions, clock }: { sessions: LoginSessionStore; clock: Clock }) =>
  async ({ principal }: { readonly principal: Principal }): Promise<void> => {
    const session = await sessions.find(principal.sessionId)
    const provenAt = session?.endedAt === null ? session.reauthenticatedAt.getTime() : 0
    if (clock.now().getTime() - provenAt > goodForMs)
      throw new AppError(
        'REAUTHENTICATION_REQUIRED',
        'Show again who you are: POST /auth/reauthenticate, then repeat this within 10 minutes',
      )
  }
