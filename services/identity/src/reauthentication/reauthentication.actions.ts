import type { Principal } from '@wp/auth'
import type { IdentityDeps } from '../deps.ts'
import { useCode } from '../mfa/mfa-code.actions.ts'
import { invalidCode } from '../mfa/mfa.rules.ts'
import { checkPassword, requireSamePassword } from '../passwords/credentials.actions.ts'
import type { PasswordAttempt } from '../passwords/credentials.actions.ts'
import { reserveCode } from '../throttling/login-limit.actions.ts'

/** Confirms the caller's identity with their password or a second-factor code. */
export const reauthenticate = async (
  deps: IdentityDeps,
  principal: Principal,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  origin: Omit<PasswordAttempt, 'password'>,
): Promise<void> => {
  const { accountId, sessionId } = principal
  const account = await deps.accounts.getCaller(accountId)
  if (password !== undefined) await checkPassword(deps, account, { password, ...origin })
  else {
    const reservation = await reserveCode(deps, accountId)
    if (!(await reservation.run(() => useCode(deps, accountId, code ?? '')))) throw invalidCode()
  }
  await deps.db.transaction(async () => {
    await requireSamePassword(deps, account)
    await deps.loginSessions.reauthenticate(sessionId, deps.clock.now())
    await deps.audit.recordBy(principal, 'session.reauthenticated', 'session', sessionId)
  })
}
