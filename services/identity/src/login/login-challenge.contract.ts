import { defineRoute, open } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Code } from '../mfa/mfa.contract.ts'
import { AdminLoggedIn, LoggedIn } from './login.contract.ts'

const tag = 'Login'
const Answer = z.object({ challengeId: IdString, methodId: IdString.optional(), code: Code })

export const sendLoginCode = defineRoute({
  id: 'sendLoginCode',
  method: 'POST',
  path: '/auth/mfa/phone/send',
  summary: 'Send a login code by SMS',
  description: 'A code can be resent up to 3 times, at most once every 60 seconds.',
  tag,
  access: open(),
  body: z.object({ challengeId: IdString, methodId: IdString.optional() }),
  replies: { 200: z.object({ expiresAt: Timestamp, hint: z.string() }) },
  fails: [400, 401, 404],
  rate: 'auth',
})

export const verifyLogin = defineRoute({
  id: 'verifyLogin',
  method: 'POST',
  path: '/auth/mfa/verify',
  summary: 'Complete a login with a second-factor code',
  tag,
  access: open(),
  body: Answer,
  replies: { 200: LoggedIn },
  fails: [400, 401, 422],
  rate: 'auth',
})

export const verifyAdminLogin = defineRoute({
  id: 'verifyAdminLogin',
  method: 'POST',
  path: '/admin/mfa/verify',
  summary: 'Complete an admin login with a second-factor code',
  tag,
  access: open(),
  body: Answer,
  replies: { 200: AdminLoggedIn },
  fails: [400, 401, 422],
  rate: 'auth',
})
