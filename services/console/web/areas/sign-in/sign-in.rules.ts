import type { Challenge } from '@workspace-platform/client/identity'

export type Method = Challenge['methods'][number]

/** Returns the methods with the preferred one first and backup codes last. */
export const orderMethods = (methods: readonly Method[]): Method[] => {
  const rank = ({ isPrimary, type }: Method): number => (type === 'backup-codes' ? 2 : isPrimary ? 0 : 1)
  return methods.toSorted((a, b) => rank(a) - rank(b))
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const isEmail = (text: string): boolean => emailPattern.test(text.trim())

/** Returns whether a password meets the rules of the platform, which the API checks too. */
export const passwordProblem = (password: string): 'field.password8' | 'field.passwordDigit' | null => {
  if (password.length < 8) return 'field.password8'
  return /\d/.test(password) ? null : 'field.passwordDigit'
}

/** Returns a phone number in the API's format, without spaces and separators. */
export const toPhone = (text: string): string => text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+')
