import { AppError } from '@wp/kernel'

export const refreshTokenDays = 30
/** A password or a code that was given counts for this long. */
export const recentProofMs = 10 * 60_000

export const sessionEnded = () => new AppError('UNAUTHENTICATED', 'This session has ended: sign in again')
