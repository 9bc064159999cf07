import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import { dayInterval } from '../sessions/session.rules.ts'
import { intersectSpans, openSpans, subtractSpans, toSlots } from './availability.rules.ts'

/** Returns a day's free slots: within the workspace's and the staff member's hours, excluding booked times. */
export const listAvailability = async (
  { staff, holidays, sessions }: Pick<SchedulingDeps, 'staff' | 'holidays' | 'sessions'>,
  workspace: SchedulingWorkspace,
  { day, staffId, durationMinutes }: { day: CalendarDate; staffId: Id | undefined; durationMinutes: number },
) => {
  const wholeDay = dayInterval(day)
  const [member, possibleHolidays, booked] = await Promise.all([
    staffId ? staff.get(workspace.id, staffId) : null,
    holidays.listPossible(workspace.id, day),
    staffId ? sessions.listOverlapping(workspace.id, staffId, wholeDay) : [],
  ])
  if (isHoliday(possibleHolidays, day)) return []
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
