import { AppError, invalid } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.types.ts'
import { AdminPassword, Password } from './password.contract.ts'

export const resetMail: TokenMail = {
  purpose: 'password-reset',
  validForMs: 60 * 60_000,
  subject: 'Reset your password',
  toText: (token) =>
    `Someone asked to reset the password of your account. If this was you, choose a new password within 1 hour with this token: ${token}\n\nIf this was not you, ignore this mail. Your password stays the same.`,
}

/** Returns a valid password; otherwise throws VALIDATION_FAILED at `path`. */
export const requireValidPassword = (
  password: string | undefined,
  { isAdmin = false, path = 'password' }: { isAdmin?: boolean; path?: string } = {},
): string => {
  const parsed = (isAdmin ? AdminPassword : Password).safeParse(password)
  if (parsed.success) return parsed.data
  if (password === undefined) throw invalid(path, 'is required')
  throw invalid(path, parsed.error.issues[0]?.message ?? 'is invalid')
}

export const invalidResetToken = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This token is invalid, has expired or was already used; request a new mail',
    {
      details: [{ path: 'token', message: 'is invalid or has expired' }],
    },
  )
