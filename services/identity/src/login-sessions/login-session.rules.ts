import { AppError } from '@wp/kernel'

export const refreshTokenDays = 30

export const loginSessionEnded = () =>
  new AppError('UNAUTHENTICATED', 'This login session has ended; sign in again')
