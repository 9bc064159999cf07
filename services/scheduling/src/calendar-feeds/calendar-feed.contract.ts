import { defineRoute, open, raw, workspace } from '@wp/http'
import { z } from 'zod'

const path = '/workspace/:workspaceId/staff/:staffId/calendar-feed'
const tag = 'Calendar feeds'

export const createCalendarFeed = defineRoute({
  id: 'createCalendarFeed',
  method: 'POST',
  path,
  summary:
    'Make an address at which a calendar reads the sessions of a staff member (oneself, or with sessions.view); the address before it ends',
  tag,
  access: workspace('staff.update'),
  idempotency: 'none', // the answer holds a secret that is kept hashed only
  replies: { 201: z.object({ url: z.string() }) },
  fails: [400, 401, 403, 404],
})

export const deleteCalendarFeed = defineRoute({
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path,
  summary: 'End the address of the calendar feed',
  tag,
  access: workspace('staff.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const getCalendar = defineRoute({
  id: 'getCalendar',
  method: 'GET',
  path: '/public/calendars/:token.ics',
  summary: 'The sessions of a staff member as iCalendar, from 90 days back to a year ahead',
  tag,
  access: open(),
  etag: true,
  cache: 'private, no-cache',
  replies: { 200: raw('text/calendar') },
  fails: [404],
})
