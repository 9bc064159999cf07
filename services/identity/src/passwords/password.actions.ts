import type { Principal } from '@wp/auth'
import { AppError, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { resetMail } from '../messages/mail.rules.ts'
import { noRecipient, sendToken } from '../messages/message.actions.ts'
import { endLoginSessions } from '../login-sessions/login-session.actions.ts'
import { clearFailures, countForgotPassword } from '../throttling/login-limit.actions.ts'
import { checkPassword, requireSamePassword } from './credentials.actions.ts'
import type { PasswordAttempt } from './credentials.actions.ts'
import { requireValidPassword, invalidResetToken } from './password.rules.ts'

/**
 * Emails a reset token if the address has an account and has not requested too many emails. Neither the reply nor its
 * timing reveals whether an email is sent: for an unknown address, the same message is stored without a recipient.
 */
export const forgetPassword = async (deps: IdentityDeps, email: string): Promise<void> => {
  const account = await deps.accounts.findByEmail(email)
  const recipient = account ?? { id: newId(), email: noRecipient }
  const language = await languageOf(deps, recipient.id)
  const isAllowed = await countForgotPassword(deps, email).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
      throw error
    },
  )
  if (isAllowed) await sendToken(deps, recipient, resetMail(language))
}

/**
 * Returns the members' language of the first workspace that the account can log in to. Runs the same query
 * for an unknown account.
 */
const languageOf = async ({ memberships, workspaces }: IdentityDeps, accountId: Id): Promise<string> => {
  const [membership] = await memberships.listActive(accountId)
  const workspace = await workspaces.find(membership?.workspaceId ?? newId())
  return workspace?.settings.locale ?? 'en'
}

/** Sets a new password with a reset token and ends all of the account's login sessions. */
export const resetPassword = async (
  deps: IdentityDeps,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const purpose = 'password-reset'
  const tokenDigest = deps.digester.digest(purpose, token)
  const reset = await deps.accountTokens.find(purpose, tokenDigest, deps.clock.now())
  const account = reset && (await deps.accounts.find(reset.accountId))
  if (!account) throw invalidResetToken()
  const passwordHash = await deps.passwords.hash(requireValidPassword(password, account))
  await deps.db.transaction(async (tx) => {
    const used = await deps.accountTokens.useIf(purpose, tokenDigest, deps.clock.now())
    if (!used) throw invalidResetToken()
    await deps.accounts.markVerified(account.id, deps.clock.now())
    await setNewPassword(deps, tx, account, passwordHash)
    await recordPasswordChange(deps, account, 'password.reset')
  })
  await clearFailures(deps, account.email, account.id)
}

/** Changes the caller's password and ends their other login sessions. */
export const changePassword = async (
  deps: IdentityDeps,
  { accountId, sessionId }: Principal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  origin: Omit<PasswordAttempt, 'password'>,
): Promise<void> => {
  const account = await deps.accounts.get(accountId)
  const password = requireValidPassword(newPassword, { isAdmin: account.isAdmin, path: 'newPassword' })
  await checkPassword(deps, account, { password: currentPassword, ...origin })
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction(async (tx) => {
    await requireSamePassword(deps, account)
    await deps.loginSessions.requireActive(sessionId)
    await setNewPassword(deps, tx, account, passwordHash, sessionId)
    await recordPasswordChange(deps, account, 'password.changed')
  })
}

/**
 * Sets a password, ends the account's login sessions except `exceptSessionId`, and invalidates open challenges and reset
 * tokens.
 */
export const setNewPassword = async (
  deps: IdentityDeps,
  tx: Tx,
  account: StoredAccount,
  passwordHash: string,
  exceptSessionId?: Id,
): Promise<void> => {
  await deps.accounts.setPassword(account.id, passwordHash)
  await deps.accountTokens.removeIf(account.id, 'password-reset')
  await deps.challenges.closeAll(account.id)
  await endLoginSessions(deps, tx, account.id, { ...(exceptSessionId && { exceptSessionId }) })
}

const recordPasswordChange = ({ audit }: IdentityDeps, account: StoredAccount, action: string) =>
  audit.record({
    actorId: account.id,
    actorKind: account.isAdmin ? 'admin' : 'member',
    workspaceId: null,
    action,
    targetType: 'account',
    targetId: account.id,
  })
