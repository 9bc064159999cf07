import { defineRoute, open, signedIn } from '@wp/http'
import { EmailAddress } from '@wp/kernel'
import { z } from 'zod'

/** The maximum length limits the cost of hashing. */
export const Password = z
  .string()
  .min(8, { error: 'must have at least 8 characters' })
  .max(200, { error: 'must have at most 200 characters' })
  .regex(/\d/, { error: 'must contain a digit' })

export const AdminPassword = z
  .string()
  .min(12, { error: 'must have at least 12 characters' })
  .max(200, { error: 'must have at most 200 characters' })

const Done = z.object({ message: z.string() })
const tag = 'Passwords'

export const forgetPassword = defineRoute({
  id: 'forgetPassword',
  method: 'POST',
  path: '/auth/password/forgot',
  summary: 'Request a password reset',
  description: 'Emails a token if the address has an account. The reply is the same for every email address.',
  tag,
  access: open(),
  body: z.object({ email: EmailAddress }),
  replies: { 202: Done },
  fails: [400, 422],
  rate: 'auth',
})

export const resetPassword = defineRoute({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Reset a password',
  description: 'Takes the token from the email. All your login sessions end.',
  tag,
  access: open(),
  body: z.object({ token: z.string().max(200), password: z.string() }),
  replies: { 200: Done },
  fails: [400, 422],
  rate: 'auth',
})

export const changePassword = defineRoute({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password/change',
  summary: 'Change your password',
  description: 'Your other login sessions end.',
  tag,
  access: signedIn(),
  body: z.object({ currentPassword: z.string().max(200), newPassword: z.string() }),
  replies: { 200: Done },
  fails: [400, 401, 403, 422],
  rate: 'auth',
})
