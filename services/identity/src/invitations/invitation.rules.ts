import { AppError } from '@wp/kernel'

export const invitationDays = 7

export const unusableInvitation = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This invitation was used, has expired or never existed: ask for a new one',
    { details: [{ path: 'token', message: 'is no invitation that can be accepted' }] },
  )
