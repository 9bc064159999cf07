import { createHash, randomBytes } from 'node:crypto'
import { content, handle, reply } from '@wp/http'
import { addDays, notFound } from '@wp/kernel'
import { CalendarFeedChanged } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { intervalOf } from '../sessions/session.rules.ts'
import { createCalendarFeed, deleteCalendarFeed, getCalendar } from './calendar-feed.contract.ts'
import { calendarOf } from './icalendar.ts'

const daysBack = 90
const daysAhead = 366

export const calendarFeedHandlers = (parts: Scheduling) => {
  const { db, calendarFeeds, staff, sessions, workspaces, clock, publicUrl } = parts
  return [
    handle(createCalendarFeed, async ({ workspaceId, params: { staffId } }) => {
      await staff.get(workspaceId, staffId)
      const token = randomBytes(32).toString('base64url')
      await db.transaction(async (tx) => {
        await calendarFeeds.replace(workspaceId, staffId, hashed(token))
        tx.publish(CalendarFeedChanged, { workspaceId, data: { staffId, isOpen: true } })
      })
      return reply(201, { url: `${publicUrl}/v1/public/calendars/${token}.ics` })
    }),

    handle(deleteCalendarFeed, async ({ workspaceId, params: { staffId } }) => {
      await db.transaction(async (tx) => {
        if (!(await calendarFeeds.remove(workspaceId, staffId))) throw notFound('Calendar feed')
        tx.publish(CalendarFeedChanged, { workspaceId, data: { staffId, isOpen: false } })
      })
      return reply(204)
    }),

    handle(getCalendar, async ({ params: { token } }) => {
      const feed = await calendarFeeds.findByHash(hashed(token))
      const workspace = feed && (await workspaces.find(feed.workspaceId))
      const member = feed && (await staff.find(feed.workspaceId, feed.staffId))
      if (!feed || !workspace || !member) throw notFound('Calendar')
      const first = addDays(clock.today(), -daysBack)
      const shown = intervalOf(first, '00:00', (daysBack + daysAhead) * 1440)
      const booked = await sessions.listMeeting(feed.workspaceId, feed.staffId, shown)
      const events = booked.map((session) => ({
        ...session,
        serviceNames: session.services.map(({ name }) => name),
      }))
      const calendar = calendarOf(member.name, workspace.settings.timeZone, events)
      return reply(200, content('text/calendar; charset=utf-8', calendar))
    }),
  ]
}

const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url')
