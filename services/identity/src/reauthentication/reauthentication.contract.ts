import { defineRoute, signedIn } from '@wp/http'
import { malformed } from '@wp/kernel'
import { z } from 'zod'

export const reauthenticate = defineRoute({
  id: 'reauthenticate',
  method: 'POST',
  path: '/auth/reauthenticate',
  summary: 'Confirm your identity',
  description:
    'Takes your password or a second-factor code. For the next 10 minutes, routes that require a recent confirmation accept this login session.',
  tag: 'Login sessions',
  access: signedIn(),
  body: malformed(
    z
      .object({ password: z.string().max(200).optional(), code: z.string().max(40).optional() })
      .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
        error: 'must contain either password or code',
      }),
  ),
  replies: { 204: null },
  fails: [400, 401, 403],
  rate: 'auth',
})
