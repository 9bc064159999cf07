import { randomBytes } from 'node:crypto'
import type { Principal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { publishAccountChanged } from '../accounts/account.events.ts'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import { endLoginSessions } from '../sessions/login-session.actions.ts'
import type { EndSessionDeps } from '../sessions/login-session.actions.ts'
import { clearFailures, countForgotPassword } from '../throttling/login-limit.actions.ts'
import { checkPassword } from './credentials.actions.ts'
import type { CheckPasswordDeps } from './credentials.actions.ts'
import { requireValidPassword, resetTokenMs, unusableResetToken } from './password.rules.ts'

type ForgetPasswordDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'digester' | 'sealer' | 'accounts' | 'resets' | 'messages' | 'throttles'
>
type ReplacePasswordDeps = EndSessionDeps & Pick<IdentityDeps, 'db' | 'accounts' | 'audit' | 'passwords'>
type ResetPasswordDeps = ReplacePasswordDeps & Pick<IdentityDeps, 'digester' | 'resets' | 'throttles'>

export type PasswordDeps = ForgetPasswordDeps & ResetPasswordDeps & CheckPasswordDeps

/** Mails a reset token, if the address has an account and did not ask too often; the caller learns of neither. */
export const forgetPassword = async (deps: ForgetPasswordDeps, email: string): Promise<void> => {
  const account = await deps.accounts.findByEmail(email)
  const isAllowed = await countForgotPassword(deps, email).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
      throw error
    },
  )
  if (account && isAllowed) await sendResetToken(deps, account)
}

/** Uses the token up; every login session of the account ends. */
export const resetPassword = async (
  deps: ResetPasswordDeps,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const tokenDigest = toDigest(deps, token)
  const reset = await deps.resets.find(tokenDigest, deps.clock.now())
  if (!reset) throw unusableResetToken()
  const account = await deps.accounts.get(reset.accountId)
  const passwordHash = await deps.passwords.hash(requireValidPassword(password, account))
  await deps.db.transaction(async (tx) => {
    if (!(await deps.resets.useIf(tokenDigest, deps.clock.now()))) throw unusableResetToken()
    await replacePassword(deps, tx, account, passwordHash, 'password.reset')
  })
  await clearFailures(deps, account.email, account.id)
}

/** The caller's other login sessions end. */
export const changePassword = async (
  deps: ReplacePasswordDeps & CheckPasswordDeps,
  { accountId, sessionId }: Principal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ip: string,
): Promise<void> => {
  const account = await deps.accounts.get(accountId)
  const password = requireValidPassword(newPassword, { isAdmin: account.isAdmin, path: 'newPassword' })
  await checkPassword(deps, account, currentPassword, ip)
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction((tx) =>
    replacePassword(deps, tx, account, passwordHash, 'password.changed', sessionId),
  )
}

const sendResetToken = async (deps: ForgetPasswordDeps, { id, email }: StoredAccount): Promise<void> => {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(deps.clock.now().getTime() + resetTokenMs)
  await deps.db.transaction(async () => {
    await deps.resets.replace(id, toDigest(deps, token), expiresAt)
    await queueMessage(deps, {
      channel: 'email',
      to: email,
      subject: 'Choose a new password',
      text: `Somebody asked for a new password for this address. If it was you, choose one within the hour with this token: ${token}`,
      token,
    })
  })
}

const replacePassword = async (
  deps: ReplacePasswordDeps,
  tx: Tx,
  account: StoredAccount,
  passwordHash: string,
  action: string,
  exceptSessionId?: Id,
): Promise<void> => {
  await deps.accounts.setPassword(account.id, passwordHash)
  await endLoginSessions(deps, tx, account.id, { ...(exceptSessionId && { exceptSessionId }) })
  publishAccountChanged(tx, account, 'password')
  await deps.audit.record({
    actorId: account.id,
    actorKind: account.isAdmin ? 'admin' : 'member',
    workspaceId: null,
    action,
    targetType: 'account',
    targetId: account.id,
  })
}

const toDigest = ({ digester }: Pick<IdentityDeps, 'digester'>, token: string): string =>
  digester.digest('password-reset', token)
