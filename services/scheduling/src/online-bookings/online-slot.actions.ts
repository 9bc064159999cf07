import { addDays, dayNumber, localDay, notFound, skippedMinutes } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { listBusy } from '../availability/availability.actions.ts'
import { performs, withBuffers } from '../availability/availability.rules.ts'
import type { StoredBookingPage } from '../booking-pages/booking-page.store.ts'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import { localMinute, toInterval } from '../sessions/session.rules.ts'
import { openSpans } from '../working-hours/working-hours.rules.ts'
import { byDay, listDaySlots } from './online-slot.rules.ts'
import type { OnlineDay } from './online-slot.rules.ts'

export type SlotDeps = Pick<
  SchedulingDeps,
  'staff' | 'holidays' | 'sessions' | 'offeredServices' | 'clock' | 'fields'
>

/** The maximum number of members whose free time is combined, and of sessions that are read for it. */
export const maxOnlineStaff = 100
const maxSessions = 10_000

export type SlotQuery = {
  from: CalendarDate
  to: CalendarDate
  serviceIds: readonly Id[]
  buffers: { bufferBeforeMinutes?: number; bufferAfterMinutes?: number }
  durationMinutes: number
  staffId?: Id | undefined
  /** The session that is being moved. */
  except?: Id | undefined
}

/**
 * Returns the days between two dates on which customers can book, with the free and the taken slots. Throws NOT_FOUND
 * for a staff member who does not exist or does not perform the service.
 */
export const listOnlineDays = async (
  deps: SlotDeps,
  workspace: SchedulingWorkspace,
  page: StoredBookingPage,
  query: SlotQuery,
): Promise<OnlineDay[]> => {
  const { timeZone } = workspace.settings
  const now = deps.clock.now()
  const today = localDay(now, timeZone)
  const days = listDates(later(query.from, today), earlier(query.to, addDays(today, page.horizonDays)))
  const all = await deps.staff.listBookable(workspace.id, maxOnlineStaff)
  const able = all.filter(
    (member) =>
      query.serviceIds.every((id) => performs(member, id)) &&
      (query.staffId === undefined || member.id === query.staffId),
  )
  if (query.staffId !== undefined && able.length === 0) throw notFound('Staff member')
  const [first] = days
  if (first === undefined) return []

  const members = all.length === 0 ? [{ id: null, workingHours: null }] : able
  const [{ byStaff, completeUntil }, single, recurring] = await Promise.all([
    listBusy(deps, workspace.id, toInterval(first, '00:00', days.length * 1440), {
      staffIds: members.map(({ id }) => id),
      limit: maxSessions,
      except: query.except,
    }),
    deps.holidays.listSingle(workspace.id, first, days.at(-1)!),
    deps.holidays.listRecurring(workspace.id),
  ])
  const busyByStaff = new Map(
    [...byStaff].map(([id, busy]) => [id, byDay(busy.map((each) => withBuffers(each, query.buffers)))]),
  )
  const earliest = localMinute(new Date(now.getTime() + page.leadMinutes * 60_000), timeZone)
  return days
    .filter((date) => !isHoliday([...single, ...recurring], date))
    .map((date) => {
      const at = dayNumber(date) - dayNumber(first)
      const slots = listDaySlots({
        open: openSpans(workspace.workingHours, date),
        members: members.map(({ id, workingHours }) => ({
          id,
          hours: openSpans(workingHours, date),
          busy: busyByStaff.get(id)?.get(at) ?? [],
        })),
        durationMinutes: query.durationMinutes,
        stepMinutes: page.slotStepMinutes,
        earliest: earliest - dayNumber(date) * 1440,
        skipped: skippedMinutes(date, timeZone),
      })
      return { date, slots: slots.filter(({ end }) => at * 1440 + end <= completeUntil) }
    })
    .filter(({ slots }) => slots.length > 0)
}

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b)
const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b)

const listDates = (from: CalendarDate, to: CalendarDate): CalendarDate[] =>
  Array.from({ length: Math.max(0, dayNumber(to) - dayNumber(from) + 1) }, (_, days) => addDays(from, days))
