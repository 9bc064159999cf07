import { defineRoute, signedIn } from '@wp/http'
import { IdString, malformed, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const LoginSession = z
  .object({
    id: IdString,
    device: z.string(),
    address: z.string(),
    workspaceId: IdString.nullable(),
    isCurrent: z.boolean(),
    lastUsedAt: Timestamp,
    createdAt: Timestamp,
  })
  .meta({ id: 'LoginSession' })

const tag = 'Login sessions'

export const listLoginSessions = defineRoute({
  id: 'listLoginSessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where I am logged in, the latest used first',
  tag,
  access: signedIn(),
  query: pageQuery,
  replies: { 200: z.object({ sessions: z.array(LoginSession), pagination: Pagination }) },
  fails: [400, 401],
})

export const endLoginSession = defineRoute({
  id: 'endLoginSession',
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  summary: 'End one of my logins everywhere',
  tag,
  access: signedIn(),
  replies: { 204: null },
  fails: [400, 401, 404],
})

export const reauthenticate = defineRoute({
  id: 'reauthenticate',
  method: 'POST',
  path: '/auth/reauthenticate',
  summary:
    'Show again who I am, by password or second-factor code; good for 10 minutes in this login session',
  tag,
  access: signedIn(),
  body: malformed(
    z
      .object({ password: z.string().max(200).optional(), code: z.string().max(40).optional() })
      .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
        error: 'must hold either password or code',
      }),
  ),
  replies: { 204: null },
  fails: [400, 401],
  rate: 'auth',
})
