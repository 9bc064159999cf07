import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { posErrors } from '../errors.ts'

const Status = z.enum(['open', 'closed'])

/** A till session lasts from a register's opening float to its closing count. */
export const TillSession = resource('TillSession', {
  workspaceId: IdString,
  register: z.string(),
  status: Status,
  currencyCode: z.string(),
  openingFloat: z.number(),
  openedBy: IdString,
  closedAt: Timestamp.nullable(),
  expected: z.number().nullable().describe('Opening float plus cash payments, minus change and cash refunds'),
  counted: z.number().nullable(),
  difference: z.number().nullable().describe('Counted cash minus expected cash'),
})
export type TillSession = z.output<typeof TillSession>

export const NewTillSession = z.object({
  register: nonBlank(60).default('main'),
  openingFloat: z.number().min(0).default(0),
})

const OneTillSession = z.object({ session: TillSession })
const path = '/workspace/:workspaceId/pos/sessions'
const tag = 'Till sessions'

export const listTillSessions = defineRoute({
  id: 'listTillSessions',
  method: 'GET',
  path,
  summary: 'List till sessions',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('pos.sessions.manage'),
  query: pageQuery.extend({ register: nonBlank(60).optional(), status: Status.optional() }),
  replies: { 200: z.object({ sessions: z.array(TillSession), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const openTillSession = defineRoute({
  id: 'openTillSession',
  method: 'POST',
  path,
  summary: 'Open a till session',
  description: 'Returns 409 if the register already has an open session.',
  tag,
  access: workspace('pos.sessions.manage'),
  body: NewTillSession,
  replies: { 201: OneTillSession },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getTillSession = defineRoute({
  id: 'getTillSession',
  method: 'GET',
  path: `${path}/:sessionId`,
  summary: 'Get a till session',
  tag,
  access: workspace('pos.sessions.manage'),
  replies: { 200: OneTillSession },
  fails: [400, 401, 403, 404],
})

export const closeTillSession = defineRoute({
  id: 'closeTillSession',
  method: 'POST',
  path: `${path}/:sessionId/close`,
  summary: 'Close a till session',
  description: "Records the counted cash. The session's draft invoices can then only be voided.",
  tag,
  access: workspace('pos.sessions.manage'),
  body: z.object({ closingCount: z.number().min(0) }),
  replies: { 200: OneTillSession },
  fails: [400, 401, 403, 404, 422],
  errors: [posErrors.SESSION_CLOSED],
})
