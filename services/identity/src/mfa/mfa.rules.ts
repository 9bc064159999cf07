import { AppError, iso } from '@wp/kernel'
import type { Method } from './mfa.contract.ts'
import type { Factor } from './factor.store.ts'

/** One answer for a wrong code, a used one, a dead challenge and an unknown one: a guesser learns nothing. */
export const wrongCode = () =>
  new AppError(
    'MFA_FAILED',
    'The code is wrong, was used already or has expired; log in again after five tries',
  )

export const shownMethod = (factor: Factor): Method => ({
  id: factor.id,
  type: factor.type,
  hint: factor.hint,
  isPrimary: factor.isPrimary,
  confirmedAt: iso(factor.confirmedAt ?? factor.createdAt),
  lastUsedAt: factor.lastUsedAt && iso(factor.lastUsedAt),
})

/** Enough to recognise the number, too little to call it. */
export const phoneHint = (phone: string): string => `•••• ${phone.slice(-4)}`

/** Backup codes stand in for another factor; alone they ask for nothing at login. */
export const isRealFactor = ({ type }: Pick<Factor, 'type'>): boolean => type !== 'backup-codes'

/** Whether the account is asked for a second factor at login. */
export const asksForFactor = (factors: Pick<Factor, 'type'>[]): boolean => factors.some(isRealFactor)
