import { AppError } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.types.ts'
import { toMailName } from '../messages/message.rules.ts'

export const verificationMail = (workspaceName: string | null): TokenMail => ({
  purpose: 'email-verification',
  validForMs: 3 * 86_400_000,
  subject: 'Confirm your email address',
  toText: (token) =>
    `You signed up ${toMailName(workspaceName)} with this email address. If this was you, confirm the address within 3 days with this token: ${token}\n\nIf this was not you, ignore this mail. The address stays unconfirmed.`,
})

export const invalidVerificationToken = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This token is invalid, has expired or was already used; request a new mail',
    {
      details: [{ path: 'token', message: 'is invalid or has expired' }],
    },
  )
