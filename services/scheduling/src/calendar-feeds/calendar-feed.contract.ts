import { defineRoute, open, raw, workspace } from '@wp/http'
import { z } from 'zod'

const path = '/workspace/:workspaceId/staff/:staffId/calendar-feed'
const tag = 'Calendar feeds'

export const createCalendarFeed = defineRoute({
  id: 'createCalendarFeed',
  method: 'POST',
  path,
  summary: 'Create a calendar feed',
  description:
    "Returns a URL that shows a staff member's sessions in a calendar app. Staff can create their own feed; creating one for others requires sessions.view. The previous URL stops working.",
  tag,
  access: workspace('staff.update'),
  idempotency: 'sealed', // the reply contains a secret that is stored only as a hash
  replies: { 201: z.object({ url: z.string() }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteCalendarFeed = defineRoute({
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path,
  summary: 'Delete a calendar feed',
  description: "Deleting another staff member's feed also requires sessions.view.",
  tag,
  access: workspace('staff.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const getCalendar = defineRoute({
  id: 'getCalendar',
  method: 'GET',
  path: '/public/calendars/:token.ics',
  summary: 'Get a calendar feed',
  description:
    "Returns a staff member's sessions as iCalendar, from 90 days ago to a year ahead: the earliest 5,000, or fewer if their names are very long.",
  tag,
  access: open(),
  rate: 'large',
  etag: true,
  cache: 'private, no-cache',
  replies: { 200: raw('text/calendar') },
  fails: [404],
})
