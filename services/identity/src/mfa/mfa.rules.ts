import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'

export type FactorType = 'totp' | 'phone' | 'backup-codes'

/** A challenge: how long it can be answered, and how often, right or wrong. */
export const challengeMs = 5 * 60_000
export const maxChallengeAttempts = 5
/** The first SMS and three more. */
export const maxCodeSends = 4
export const resendAfterMs = 60_000
/** A set-up of an authenticator app: how long it can be confirmed, and how often it can be tried. */
export const setupMs = 15 * 60_000
export const maxSetupAttempts = 5

/** One answer for a wrong code, a used one, an expired challenge and an unknown one: a guesser learns nothing. */
export const wrongCode = () =>
  new AppError(
    'MFA_FAILED',
    'The code is wrong, was used already or has expired; log in again after five tries',
  )

/** Enough to recognise the number, too little to call it. */
export const phoneHint = (phone: string): string => `•••• ${phone.slice(-4)}`

/** What a sealed secret of an account is bound to. */
export const secretBinding = ({ accountId, type }: { accountId: Id; type: FactorType }) =>
  `${type}/${accountId}`

/** Backup codes stand in for another factor; alone they ask for nothing at login. */
export const isRealFactor = ({ type }: { type: FactorType }): boolean => type !== 'backup-codes'

/** Whether the account is asked for a second factor at login. */
export const asksForFactor = (factors: { type: FactorType }[]): boolean => factors.some(isRealFactor)
