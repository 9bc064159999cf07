import { defineRoute, open, signedIn } from '@wp/http'
import { EmailAddress } from '@wp/kernel'
import { z } from 'zod'

/** A person's password. The upper limit keeps hashing affordable. */
export const Password = z
  .string()
  .min(8, { error: 'must have at least 8 characters' })
  .max(200, { error: 'must have at most 200 characters' })
  .regex(/\d/, { error: 'must contain a digit' })

/** An admin's password. */
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
  summary: 'Ask for a mail that lets me choose a new password; the answer is the same for every address',
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
  summary: 'Choose a new password with the token of that mail; every login session ends',
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
  summary: 'Change my password; my other login sessions end',
  tag,
  access: signedIn(),
  body: z.object({ currentPassword: z.string().max(200), newPassword: z.string() }),
  replies: { 200: Done },
  fails: [400, 401, 403, 422],
  rate: 'auth',
})
