import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { findRefreshTokenAccount } from '../login-sessions/login-session.actions.ts'
import type { RequestOrigin } from '../login-sessions/login-session.types.ts'
import { reservePassword } from '../throttling/login-limit.actions.ts'
import { invalidCredentials } from './password.rules.ts'

export type PasswordAttempt = {
  password: string
  ip: string
  /** The refresh token of a login session that already exists on this device. */
  refreshToken: string | undefined
}

export type LoginAttempt = RequestOrigin & PasswordAttempt & { email: string }

/**
 * Returns the account for an email and password. Attempts are rate limited. An unknown email gets the same error
 * after the same time as a wrong password.
 */
export const authenticate = async (
  deps: IdentityDeps,
  { password, ip, refreshToken, ...attempt }: LoginAttempt,
  { adminsOnly = false }: { adminsOnly?: boolean } = {},
): Promise<StoredAccount> => {
  const email = attempt.email.trim().toLowerCase()
  const found = await deps.accounts.findByEmail(email)
  const account = found && (found.isAdmin || !adminsOnly) ? found : null
  const isCorrect = await comparePassword(deps, { email, account, password, ip, refreshToken })
  return account && isCorrect ? account : failLogin(deps, account)
}

/** Throws INVALID_CREDENTIALS when this is not the password of a logged-in account. Attempts are rate limited. */
export const checkPassword = async (
  deps: IdentityDeps,
  account: StoredAccount,
  attempt: PasswordAttempt,
): Promise<void> => {
  if (!(await comparePassword(deps, { email: account.email, account, ...attempt })))
    await failLogin(deps, account)
}

/**
 * Call this in the transaction that relies on a compared password. Throws INVALID_CREDENTIALS when the password has
 * changed since `account` was read; a concurrent change conflicts with the transaction.
 */
export const requireSamePassword = async (
  { accounts }: IdentityDeps,
  { id, passwordHash }: StoredAccount,
): Promise<void> => {
  if (!(await accounts.lockIf(id, passwordHash))) throw invalidCredentials()
}

/** Compares a password. Attempts are rate limited, except from a device that is logged in to the account. */
const comparePassword = async (
  deps: IdentityDeps,
  attempt: PasswordAttempt & { email: string; account: StoredAccount | null },
): Promise<boolean> => {
  const { email, account, password, ip, refreshToken } = attempt
  const compare = () => deps.passwords.verify(account?.passwordHash, password)
  if (await isKnownDevice(deps, account, refreshToken)) return compare()
  return (await reservePassword(deps, email, ip)).run(compare)
}

const failLogin = async ({ audit }: IdentityDeps, account: StoredAccount | null): Promise<never> => {
  await audit.record({
    actorId: null,
    actorKind: 'visitor',
    workspaceId: null,
    action: 'login.failed',
    targetType: 'account',
    targetId: account?.id ?? null,
  })
  throw invalidCredentials()
}

/** A logged-in device is not rate limited, so that an attacker cannot lock out the account's owner. */
const isKnownDevice = async (
  deps: IdentityDeps,
  account: StoredAccount | null,
  refreshToken: string | undefined,
): Promise<boolean> =>
  refreshToken !== undefined &&
  account !== null &&
  (await findRefreshTokenAccount(deps, refreshToken)) === account.id
