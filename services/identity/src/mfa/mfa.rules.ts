import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

export type FactorType = 'totp' | 'phone' | 'backup-codes'

export const challengeMs = 5 * 60_000
export const maxChallengeAttempts = 5
/** The first code and three resends. */
export const maxCodeSends = 4
export const resendAfterMs = 60_000
/** How long an authenticator app's setup can be confirmed after it starts. */
export const setupMs = 15 * 60_000
export const maxSetupAttempts = 5

/** Wrong and used codes and expired and unknown challenges get the same error, so that guessing reveals nothing. */
export const invalidCode = () =>
  new AppError(
    'MFA_FAILED',
    'The code is incorrect, has expired or was already used; after five attempts, log in again',
  )

/** Returns the last four digits, so that owners recognize their number. */
export const phoneHint = (phone: string): string => `•••• ${phone.slice(-4)}`

/** Returns the string that binds a sealed secret to its account and factor type. */
export const secretBinding = ({ accountId, type }: { accountId: Id; type: FactorType }) =>
  `${type}/${accountId}`

/** Backup codes only substitute for another factor; on their own, they do not protect a login. */
export const isStandaloneFactor = ({ type }: { type: FactorType }): boolean => type !== 'backup-codes'

/** Returns whether a login requires a second factor. */
export const requiresFactor = (factors: { type: FactorType }[]): boolean => factors.some(isStandaloneFactor)
