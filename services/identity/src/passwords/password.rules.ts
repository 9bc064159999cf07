import { AppError, invalid } from '@wp/kernel'
import { AdminPassword, Password } from './password.contract.ts'

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

/** An unknown email gets the same error as a wrong password, so that the error does not reveal which accounts exist. */
export const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Email or password is incorrect')

export const invalidResetToken = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This token is invalid, has expired or was already used; request a new email',
    {
      details: [{ path: 'token', message: 'is invalid or has expired' }],
    },
  )
