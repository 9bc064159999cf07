import { AppError, invalid } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.actions.ts'
import { AdminPassword, Password } from './password.contract.ts'

export const resetMail: TokenMail = {
  purpose: 'password-reset',
  goodForMs: 60 * 60_000,
  subject: 'Choose a new password',
  text: 'Somebody asked for a new password for this address. If it was you, choose one within the hour with this token:',
}

/** A password that may be chosen; 422 at `path` when it is missing or too weak for whom it is for. */
export const requireValidPassword = (
  password: string | undefined,
  { isAdmin = false, path = 'password' }: { isAdmin?: boolean; path?: string } = {},
): string => {
  const parsed = (isAdmin ? AdminPassword : Password).safeParse(password)
  if (parsed.success) return parsed.data
  if (password === undefined) throw invalid(path, 'is required')
  throw invalid(path, parsed.error.issues[0]?.message ?? 'is too weak')
}

export const unusableResetToken = () =>
  new AppError('VALIDATION_FAILED', 'This token was used, has expired or never existed: ask for a new mail', {
    details: [{ path: 'token', message: 'is no token that can be used' }],
  })
