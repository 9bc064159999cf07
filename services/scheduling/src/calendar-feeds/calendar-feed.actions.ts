import { addDays, hashSecret, newSecret, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import { toInterval } from '../sessions/session.rules.ts'
import type { Interval } from '../sessions/session.rules.ts'
import { publishCalendarFeedChanged } from './calendar-feed.events.ts'
import { countCharacters, toCalendar } from './icalendar.view.ts'
import type { CalendarEvent } from './icalendar.view.ts'

const daysBack = 90
const daysAhead = 366
const maxEvents = 5000
/** Names of ordinary length allow 5,000 events; building a calendar of long names would block the service. */
const maxCharacters = 2 * 1024 * 1024
/** A calendar event lists at most this many services. */
const maxServices = 10

/**
 * Creates a staff member's feed and returns its secret, which is stored only as a hash. Replaces an existing feed.
 */
export const createCalendarFeed = async (
  { db, staff, calendarFeeds }: Pick<SchedulingDeps, 'db' | 'staff' | 'calendarFeeds'>,
  workspaceId: Id,
  staffId: Id,
): Promise<string> => {
  await staff.get(workspaceId, staffId)
  const token = newSecret()
  await db.transaction(async (tx) => {
    await calendarFeeds.replace(workspaceId, staffId, hashSecret(token))
    publishCalendarFeedChanged(tx, workspaceId, staffId, true)
  })
  return token
}

export const deleteCalendarFeed = (
  { db, calendarFeeds }: Pick<SchedulingDeps, 'db' | 'calendarFeeds'>,
  workspaceId: Id,
  staffId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    await calendarFeeds.remove(workspaceId, staffId)
    publishCalendarFeedChanged(tx, workspaceId, staffId, false)
  })

/**
 * Returns the iCalendar document for a secret. Throws NOT_FOUND when the feed, its staff member or its workspace no
 * longer exists.
 */
export const getCalendar = async (
  deps: Pick<SchedulingDeps, 'calendarFeeds' | 'calendars' | 'workspaces' | 'staff' | 'sessions' | 'clock'>,
  token: string,
): Promise<string> => {
  const feed = await deps.calendarFeeds.findByHash(hashSecret(token))
  const workspace = feed && (await deps.workspaces.find(feed.workspaceId))
  const member = feed && (await deps.staff.find(feed.workspaceId, feed.staffId))
  if (!feed || !workspace || !member) throw notFound('Calendar')
  const firstDay = addDays(deps.clock.today(), -daysBack)
  const { timeZone } = workspace.settings
  const { latest, count } = await deps.sessions.getVersion(feed.workspaceId, feed.staffId)
  const version = JSON.stringify([firstDay, member.name, timeZone, latest, count])
  const known = deps.calendars.find(feed.id, version)
  if (known !== null) return known
  const interval = toInterval(firstDay, '00:00', (daysBack + daysAhead) * 1440)
  const calendar = toCalendar(member.name, timeZone, await listEvents(deps, feed, interval))
  if (isSettled(latest, deps.clock.now())) deps.calendars.keep(feed.id, version, calendar)
  return calendar
}

/** Limits the sessions, the services per session and the total length, because a calendar is built in memory. */
const listEvents = async (
  { sessions }: Pick<SchedulingDeps, 'sessions'>,
  { workspaceId, staffId }: { workspaceId: Id; staffId: Id },
  interval: Interval,
): Promise<CalendarEvent[]> => {
  const events: CalendarEvent[] = []
  let characters = 0
  for await (const session of sessions.iterateOverlapping(workspaceId, staffId, interval, maxEvents)) {
    const event = { ...session, services: session.services.slice(0, maxServices) }
    characters += countCharacters(event)
    if (characters > maxCharacters) break
    events.push(event)
  }
  return events
}

const settledMs = 2000

/** Two changes in the same millisecond have the same version, so a calendar is not cached right after a change. */
const isSettled = (latest: Date | null, now: Date): boolean =>
  latest === null || now.getTime() - latest.getTime() > settledMs
