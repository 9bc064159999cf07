import { AppError } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { findRefreshTokenAccount } from '../sessions/login-session.actions.ts'
import type { Origin } from '../sessions/login-session.actions.ts'
import { reservePassword } from '../throttling/login-limit.actions.ts'
import type { LoginLimitDeps } from '../throttling/login-limit.actions.ts'

/** A password, and where it comes from. */
export type PasswordAttempt = {
  password: string
  ip: string
  /** Of a login session on the same device. */
  refreshToken: string | undefined
}

/** What a caller brings to a login. */
export type LoginAttempt = Origin & PasswordAttempt & { email: string }

export type CheckPasswordDeps = LoginLimitDeps &
  Pick<IdentityDeps, 'audit' | 'passwords' | 'clock' | 'sessions' | 'refreshTokens'>
export type AuthenticateDeps = CheckPasswordDeps & Pick<IdentityDeps, 'accounts'>

/** The account of an email and its password. Limited, and with the same words and work for an email that nobody has. */
export const authenticate = async (
  deps: AuthenticateDeps,
  { password, ip, refreshToken, ...attempt }: LoginAttempt,
  isEligible: (account: StoredAccount) => boolean = () => true,
): Promise<StoredAccount> => {
  const email = attempt.email.trim().toLowerCase()
  const found = await deps.accounts.findByEmail(email)
  const account = found && isEligible(found) ? found : null
  const isRight = await comparePassword(deps, { email, account, password, ip, refreshToken })
  return account && isRight ? account : failLogin(deps, account)
}

/** Compares the password of somebody who is logged in; limited in the same way. */
export const checkPassword = async (
  deps: CheckPasswordDeps,
  account: StoredAccount,
  attempt: PasswordAttempt,
): Promise<void> => {
  if (!(await comparePassword(deps, { email: account.email, account, ...attempt })))
    await failLogin(deps, account)
}

/** Limited, unless it comes from a device that is logged in to the account. */
const comparePassword = async (
  deps: CheckPasswordDeps,
  attempt: PasswordAttempt & { email: string; account: StoredAccount | null },
): Promise<boolean> => {
  const { email, account, password, ip, refreshToken } = attempt
  const compare = () => deps.passwords.verify(account?.passwordHash, password)
  if (await isKnownDevice(deps, account, refreshToken)) return compare()
  return (await reservePassword(deps, email, ip)).run(compare)
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
  deps: CheckPasswordDeps,
  account: StoredAccount | null,
  refreshToken: string | undefined,
): Promise<boolean> =>
  refreshToken !== undefined &&
  account !== null &&
  (await findRefreshTokenAccount(deps, refreshToken)) === account.id
