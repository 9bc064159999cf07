import { defineRoute, signedIn } from '@wp/http'
import { IdString, pageQuery, Pagination, Timestamp } from '@wp/kernel'
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
  summary: 'List your login sessions',
  description: 'Sorted by last use, most recent first.',
  tag,
  access: signedIn(),
  query: pageQuery,
  replies: { 200: z.object({ sessions: z.array(LoginSession), pagination: Pagination }) },
  fails: [400, 401, 403],
})

export const endLoginSession = defineRoute({
  id: 'endLoginSession',
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  summary: 'End one of your login sessions',
  tag,
  access: signedIn(),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
