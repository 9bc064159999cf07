import { content, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createCalendarFeed, deleteCalendarFeed, getCalendar } from './calendar-feed.actions.ts'
import { checkFeedAccess } from './calendar-feed.rules.ts'
import * as routes from './calendar-feed.contract.ts'

export const calendarFeedHandlers = (deps: SchedulingDeps) => [
  handle(routes.createCalendarFeed, async ({ workspaceId, principal, params }) => {
    checkFeedAccess(principal, params.staffId)
    const token = await createCalendarFeed(deps, workspaceId, params.staffId)
    return reply(201, { url: deps.toCalendarUrl(token) })
  }),

  handle(routes.deleteCalendarFeed, async ({ workspaceId, principal, params }) => {
    checkFeedAccess(principal, params.staffId)
    await deleteCalendarFeed(deps, workspaceId, params.staffId)
    return reply(204)
  }),

  handle(routes.getCalendar, async ({ params }) =>
    reply(200, content('text/calendar; charset=utf-8', await getCalendar(deps, params.token))),
  ),
]
