import { AppError, invalid } from '@wp/kernel'
import { AdminPassword, Password } from './password.contract.ts'

export const resetTokenMs = 60 * 60_000

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
