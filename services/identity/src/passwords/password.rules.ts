import { AppError } from '@wp/kernel'
import { AdminPassword, Password } from './password.contract.ts'

/** A password that may be chosen; 422 at `path` when it is missing or too weak for whom it is for. */
export const checkedPassword = (
  password: string | undefined,
  { isAdmin = false, path = 'password' }: { isAdmin?: boolean; path?: string } = {},
): string => {
  const parsed = (isAdmin ? AdminPassword : Password).safeParse(password)
  if (parsed.success) return parsed.data
  const message = password === undefined ? 'is required' : (parsed.error.issues[0]?.message ?? 'is too weak')
  throw new AppError('VALIDATION_FAILED', `${path} ${message}`, { details: [{ path, message }] })
}
