import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

export type FactorType = 'totp' | 'phone' | 'backup-codes'

export const challengeMs = 5 * 60_000
export const maxChallengeAttempts = 5
/** The first SMS and three more. */
export const maxCodeSends = 4
export const resendAfterMs = 60_000
/** How long after its start the setup of an authenticator app can be confirmed. */
export const setupMs = 15 * 60_000
export const maxSetupAttempts = 5

/** The same error for a wrong or used code and for an expired or unknown challenge, so that guessing reveals nothing. */
export const invalidCode = () =>
  new AppError(
    'MFA_FAILED',
    'The code is incorrect, has expired or was already used; after five attempts, log in again',
  )

/** Returns the last four digits, so that the owner recognizes the number. */
export const phoneHint = (phone: string): string => `•••• ${phone.slice(-4)}`

/** Binds a sealed secret to its account. */
export const secretBinding = ({ accountId, type }: { accountId: Id; type: FactorType }) =>
  `${type}/${accountId}`

/** Backup codes only replace another factor; alone they do not protect a login. */
export const isStandaloneFactor = ({ type }: { type: FactorType }): boolean => type !== 'backup-codes'

/** Whether a login requires a second factor. */
export const requiresFactor = (factors: { type: FactorType }[]): boolean => factors.some(isStandaloneFactor)
