import { AppError } from '@wp/kernel'
import { toMailName } from '../messages/message.rules.ts'

export const invitationDays = 7

export const invitationMail = (workspaceName: string | null, token: string) => ({
  subject: 'You are invited to join a workspace',
  text: `You are invited to join ${toMailName(workspaceName)}. Accept within ${invitationDays} days with this token: ${token}\n\nIf you do not want to join, ignore this mail. The invitation then expires.`,
})

export const invalidInvitation = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This invitation is invalid, has expired or was already used; ask for a new one',
    { details: [{ path: 'token', message: 'is invalid or has expired' }] },
  )
