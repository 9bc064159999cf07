import type { Principal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { useCode } from '../mfa/mfa-code.actions.ts'
import type { UseCodeDeps } from '../mfa/mfa-code.actions.ts'
import { wrongCode } from '../mfa/mfa.rules.ts'
import { checkPassword } from '../passwords/credentials.actions.ts'
import type { CheckPasswordDeps, PasswordAttempt } from '../passwords/credentials.actions.ts'
import { reserveCode } from '../throttling/login-limit.actions.ts'
import { recentProofMs, sessionEnded } from './login-session.rules.ts'

export type ReauthenticateDeps = CheckPasswordDeps & UseCodeDeps & Pick<IdentityDeps, 'db' | 'accounts'>

/** Shows again who the caller is, by password or by a second-factor code. */
export const reauthenticate = async (
  deps: ReauthenticateDeps,
  principal: Principal,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  origin: Omit<PasswordAttempt, 'password'>,
): Promise<void> => {
  const { accountId, sessionId } = principal
  if (password !== undefined)
    await checkPassword(deps, await deps.accounts.getCaller(accountId), { password, ...origin })
  else {
    const reservation = await reserveCode(deps, accountId)
    if (!(await reservation.run(() => useCode(deps, accountId, code ?? '')))) throw wrongCode()
  }
  await deps.db.transaction(async () => {
    if (!(await deps.sessions.reauthenticateIf(sessionId, deps.clock.now()))) throw sessionEnded()
    await deps.audit.recordBy(principal, 'session.reauthenticated', 'session', sessionId)
  })
}

/** For `guard` of routes that a stolen access token must not be enough for. */
export const requireRecentProof =
  ({ sessions, clock }: Pick<IdentityDeps, 'sessions' | 'clock'>) =>
  async ({ principal }: { readonly principal: Principal }): Promise<void> => {
    const session = await sessions.find(principal.sessionId)
    const provenAt = session?.endedAt === null ? session.reauthenticatedAt.getTime() : 0
    if (clock.now().getTime() - provenAt > recentProofMs)
      throw new AppError(
        'REAUTHENTICATION_REQUIRED',
        'Show again who you are: POST /auth/reauthenticate, then repeat this within 10 minutes',
      )
  }
