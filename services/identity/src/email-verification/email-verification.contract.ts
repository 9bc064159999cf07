import { defineRoute, open, signedIn } from '@wp/http'
import { z } from 'zod'

const tag = 'Login'

export const verifyEmail = defineRoute({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/email/verify',
  summary: 'Verify an email address',
  description: 'Takes the token from the verification email.',
  tag,
  access: open(),
  body: z.object({ token: z.string().max(200) }),
  replies: { 204: null },
  fails: [400, 422],
  rate: 'auth',
})

export const sendVerification = defineRoute({
  id: 'sendVerification',
  method: 'POST',
  path: '/auth/email/send',
  summary: 'Resend the verification email',
  description: 'Sends nothing when your email address is already verified.',
  tag,
  access: signedIn(),
  replies: { 202: z.object({ message: z.string() }) },
  fails: [401, 403],
  rate: 'auth',
})
