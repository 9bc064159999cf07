import { AppError } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { findRefreshTokenAccount } from '../sessions/login-session.actions.ts'
import type { Origin } from '../sessions/login-session.actions.ts'
import { reservePassword } from '../throttling/login-limit.actions.ts'
import type { LoginLimitDeps } from '../throttling/login-limit.actions.ts'

/** What a caller brings to a login. */
export type LoginAttempt = Origin & {
  email: string
  password: string
  /** Of a login session on the same device. */
  refreshToken: string | undefined
}

export type CheckPasswordDeps = LoginLimitDeps & Pick<IdentityDeps, 'audit' | 'passwords'>
export type AuthenticateDeps = CheckPasswordDeps &
  Pick<IdentityDeps, 'accounts' | 'clock' | 'sessions' | 'refreshTokens'>

/** The account of an email and its password. Limited, and with the same words and work for an email that nobody has. */
export const authenticate = async (
  deps: AuthenticateDeps,
  { password, ip, refreshToken, ...attempt }: LoginAttempt,
  isEligible: (account: StoredAccount) => boolean = () => true,
): Promise<StoredAccount> => {
  const email = attempt.email.trim().toLowerCase()
  const found = await deps.accounts.findByEmail(email)
  const account = found && isEligible(found) ? found : null
  const compare = () => deps.passwords.verify(account?.passwordHash, password)
  const isRight = (await isKnownDevice(deps, account, refreshToken))
    ? await compare()
    : await (await reservePassword(deps, email, ip)).run(compare)
  return account && isRight ? account : failLogin(deps, account)
}

/** Compares the password of somebody who is logged in; limited in the same way. */
export const checkPassword = async (
  deps: CheckPasswordDeps,
  account: StoredAccount,
  password: string,
  ip: string,
): Promise<void> => {
  const reservation = await reservePassword(deps, account.email, ip)
  const isRight = await reservation.run(() => deps.passwords.verify(account.passwordHash, password))
  if (!isRight) await failLogin(deps, account)
}

const failLogin = async ({ audit }: CheckPasswordDeps, account: StoredAccount | null): Promise<never> => {
  await audit.record({
    actorId: null,
    actorKind: 'visitor',
    workspaceId: null,
    action: 'login.failed',
    targetType: 'account',
    targetId: account?.id ?? null,
  })
  throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
}

/** A device that is logged in to the account is never limited, so that nobody can lock its owner out. */
const isKnownDevice = async (
  deps: AuthenticateDeps,
  account: StoredAccount | null,
  refreshToken: string | undefined,
): Promise<boolean> =>
  refreshToken !== undefined &&
  account !== null &&
  (await findRefreshTokenAccount(deps, refreshToken)) === account.id
