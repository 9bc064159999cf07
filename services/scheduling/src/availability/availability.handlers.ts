import { handle, reply } from '@wp/http'
import { dayOf, isHoliday } from '../holidays/holiday.rules.ts'
import type { Scheduling } from '../service.ts'
import { dayInterval } from '../sessions/session.rules.ts'
import { listAvailability } from './availability.contract.ts'
import { inBoth, openSpans, slotsIn, withoutBusy } from './availability.rules.ts'

export const availabilityHandlers = ({ staff, holidays, sessions }: Scheduling) => [
  handle(listAvailability, async ({ workspaceId, workspace, query: { staffId, durationMinutes, date } }) => {
    const day = dayOf(date)
    const today = dayInterval(day)
    const [member, ofTheDay, booked] = await Promise.all([
      staffId ? staff.get(workspaceId, staffId) : null,
      holidays.listAround(workspaceId, day),
      staffId ? sessions.listMeeting(workspaceId, staffId, today) : [],
    ])
    if (isHoliday(ofTheDay, day)) return reply(200, { slots: [] })
    const open = inBoth(openSpans(workspace.workingHours, day), openSpans(member?.workingHours ?? null, day))
    const busy = booked.map(({ startMinute, endMinute }) => ({
      start: startMinute - today.startMinute,
      end: endMinute - today.startMinute,
    }))
    return reply(200, { slots: slotsIn(withoutBusy(open, busy), durationMinutes) })
  }),
]
