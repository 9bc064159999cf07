import { AppError } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.actions.ts'

export const verificationMail: TokenMail = {
  purpose: 'email-verification',
  goodForMs: 3 * 86_400_000,
  subject: 'Is this your email address?',
  text: 'Somebody signed up with this address. If it was you, show it within 3 days with this token:',
}

export const unusableVerification = () =>
  new AppError('VALIDATION_FAILED', 'This token was used, has expired or never existed: ask for a new mail', {
    details: [{ path: 'token', message: 'is no token that can be used' }],
  })
