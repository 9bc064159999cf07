import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import { dayInterval } from '../sessions/session.rules.ts'
import { intersectSpans, openSpans, subtractSpans, toSlots } from './availability.rules.ts'

const maxSessions = 5000

/**
 * Returns a day's free slots within the workspace's hours and, if `staffId` is given, within the staff member's hours
 * and outside their sessions. A holiday has none.
 */
export const listAvailability = async (
  { staff, holidays, sessions }: Pick<SchedulingDeps, 'staff' | 'holidays' | 'sessions'>,
  workspace: SchedulingWorkspace,
  { day, staffId, durationMinutes }: { day: CalendarDate; staffId: Id | undefined; durationMinutes: number },
) => {
  const wholeDay = dayInterval(day)
  const [member, single, recurring, booked] = await Promise.all([
    staffId ? staff.get(workspace.id, staffId) : null,
    holidays.listSingle(workspace.id, day, day),
    holidays.listRecurring(workspace.id),
    staffId ? sessions.listOverlapping(workspace.id, staffId, wholeDay, maxSessions) : [],
  ])
  if (isHoliday([...single, ...recurring], day)) return []
  const open = intersectSpans(
    openSpans(workspace.workingHours, day),
    openSpans(member?.workingHours ?? null, day),
  )
  const busy = booked.map(({ startMinute, endMinute }) => ({
    start: startMinute - wholeDay.startMinute,
    end: endMinute - wholeDay.startMinute,
  }))
  return toSlots(subtractSpans(open, busy), durationMinutes)
}
