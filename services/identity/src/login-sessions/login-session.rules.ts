import { AppError } from '@wp/kernel'

export const refreshTokenDays = 30
/** A login beyond this number ends the account's least recently used login session. */
export const maxLoginSessions = 100

export const loginSessionEnded = () =>
  new AppError('UNAUTHENTICATED', 'This login session has ended; log in again')
