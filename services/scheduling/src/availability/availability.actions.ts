import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import { maxBufferMinutes } from '../offered-services/offered-service.contract.ts'
import { dayInterval, durationFor } from '../sessions/session.rules.ts'
import type { Interval } from '../sessions/session.rules.ts'
import { openSpans } from '../working-hours/working-hours.rules.ts'
import type { Span } from '../working-hours/working-hours.rules.ts'
import {
  combineBuffers,
  intersectSpans,
  mergeSlots,
  performs,
  subtractSpans,
  toBookableSlots,
  withBuffers,
} from './availability.rules.ts'

type Deps = Pick<SchedulingDeps, 'staff' | 'holidays' | 'sessions' | 'offeredServices' | 'clock'>
type Query = {
  day: CalendarDate
  staffId: Id | undefined
  serviceId: Id | undefined
  durationMinutes: number | undefined
}

const maxSessions = 5000
const maxStaff = 500

/**
 * Returns a day's free slots of a staff member, or of every member who performs the service. Without staff,
 * they are the workspace's hours. Holidays and past times have no slots.
 */
export const listAvailability = async (
  deps: Deps,
  workspace: SchedulingWorkspace,
  { day, staffId, serviceId, durationMinutes }: Query,
) => {
  const [members, service, single, recurring] = await Promise.all([
    staffId
      ? deps.staff.get(workspace.id, staffId).then((member) => [member])
      : deps.staff.listSchedules(workspace.id, maxStaff),
    serviceId ? deps.offeredServices.get(workspace.id, serviceId) : null,
    deps.holidays.listSingle(workspace.id, day, day),
    deps.holidays.listRecurring(workspace.id),
  ])
  if (isHoliday([...single, ...recurring], day)) return []
  const minutes = durationMinutes ?? durationFor(null, service ? [service] : [])
  const open = openSpans(workspace.workingHours, day)
  const moment = { day, now: deps.clock.now(), timeZone: workspace.settings.timeZone }
  const toFree = (spans: readonly Span[]) => toBookableSlots(spans, minutes, moment)
  if (members.length === 0) return toFree(open).map((slot) => ({ ...slot, staffIds: [] }))
  const able = members.filter((member) => performs(member, serviceId))
  const { byStaff: busy } = await listBusy(deps, workspace.id, dayInterval(day), {
    staffIds: able.map(({ id }) => id),
    limit: maxSessions,
  })
  return mergeSlots(
    able.map(({ id, workingHours }) => {
      const hours = intersectSpans(open, openSpans(workingHours, day))
      const taken = (busy.get(id) ?? []).map((each) => withBuffers(each, service))
      return { staffId: id, slots: toFree(subtractSpans(hours, taken)) }
    }),
  )
}

type BusyQuery = {
  /** Null for sessions without a staff member. */
  staffIds: readonly (Id | null)[]
  limit: number
  /** A session to ignore, because it is being moved. */
  except?: Id | undefined
}

/**
 * Returns each member's sessions in minutes since the start of the interval, widened by the buffers of their
 * services. If there are more than `limit`, `completeUntil` is the minute up to which the list is complete.
 */
export const listBusy = async (
  { sessions, offeredServices }: Pick<SchedulingDeps, 'sessions' | 'offeredServices'>,
  workspaceId: Id,
  { startMinute, endMinute }: Interval,
  { staffIds, limit, except }: BusyQuery,
): Promise<{ byStaff: Map<Id | null, Span[]>; completeUntil: number }> => {
  const margin = 2 * maxBufferMinutes
  const around = { startMinute: startMinute - margin, endMinute: endMinute + margin }
  const booked = staffIds.length > 0 ? await sessions.listBusy(workspaceId, staffIds, around, limit) : []
  const serviceIds = [
    ...new Set(booked.flatMap(({ services }) => services.map(({ serviceId }) => serviceId))),
  ]
  const buffers = new Map(
    (serviceIds.length > 0 ? await offeredServices.listBuffers(workspaceId, serviceIds) : []).map(
      (service) => [service.id, service],
    ),
  )
  const byStaff = new Map<Id | null, Span[]>()
  for (const session of booked) {
    if (session.id === except) continue
    const { bufferBeforeMinutes, bufferAfterMinutes } = combineBuffers(
      session.services.flatMap(({ serviceId }) => buffers.get(serviceId) ?? []),
    )
    const span = {
      start: session.startMinute - startMinute - bufferBeforeMinutes,
      end: session.endMinute - startMinute + bufferAfterMinutes,
    }
    const known = byStaff.get(session.staffId)
    if (known) known.push(span)
    else byStaff.set(session.staffId, [span])
  }
  const isCut = booked.length >= limit
  return { byStaff, completeUntil: isCut ? booked.at(-1)!.startMinute - startMinute - margin : Infinity }
}
