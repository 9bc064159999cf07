import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  formatTimeOfDay,
  invalid,
  localTime,
  parseTimeOfDay,
} from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { openSpans } from '../working-hours/working-hours.rules.ts'
import type { Week } from '../working-hours/working-hours.rules.ts'
import type { SessionStatus } from './session.contract.ts'

const dayMinutes = 1440
const defaultMinutes = 60

/**
 * Returns the given duration, or the services' total duration, or 60 when the total is 0. Throws 422 when the total
 * exceeds a day.
 */
export const durationFor = (
  given: number | null,
  services: readonly { durationMinutes: number | null }[],
): number => {
  if (given !== null) return given
  const sum = services.reduce((minutes, service) => minutes + (service.durationMinutes ?? 0), 0)
  if (sum > dayMinutes)
    throw invalid('serviceIds', `cannot exceed ${dayMinutes} minutes in total, but take ${sum}`)
  return sum > 0 ? sum : defaultMinutes
}

/**
 * An interval in local minutes since 1970-01-01, so that times past midnight can be compared as numbers; `end` is
 * exclusive.
 */
export type Interval = { startMinute: number; endMinute: number }

export const toInterval = (date: CalendarDate, startTime: string, durationMinutes: number): Interval => {
  const startMinute = dayNumber(date) * dayMinutes + parseTimeOfDay(startTime)
  return { startMinute, endMinute: startMinute + durationMinutes }
}

export const dayInterval = (date: CalendarDate): Interval => toInterval(date, '00:00', dayMinutes)

/** Returns the local minute, as in `Interval`, that contains an instant. */
export const localMinute = (at: Date, timeZone: string): number => {
  const { date, time } = localTime(at, timeZone)
  return dayNumber(date) * dayMinutes + parseTimeOfDay(time)
}

/**
 * Returns whether an interval lies within a weekly schedule, even past midnight. Always true without a
 * schedule.
 */
export const isWithinHours = (week: Week | null, { startMinute, endMinute }: Interval): boolean => {
  if (!week) return true
  let from = startMinute
  for (const day of listDays({ startMinute, endMinute }))
    for (const { start, end } of openSpans(week, day)) {
      const midnight = dayNumber(day) * dayMinutes
      if (midnight + start <= from && from < midnight + end) from = midnight + end
    }
  return from >= endMinute
}

/** Sessions last at most a day, so sessions that start at or before this minute cannot overlap. */
export const earliestOverlap = ({ startMinute }: Interval): number => startMinute - dayMinutes

/** Returns whether a change affects the session's time or staff member. */
export const hasMoved = (
  before: Interval & { staffId: string | null },
  after: Interval & { staffId: string | null },
): boolean => !isSameTime(before, after) || after.staffId !== before.staffId

export const isSameTime = (before: Interval, after: Interval): boolean =>
  after.startMinute === before.startMinute && after.endMinute === before.endMinute

/** Returns the time of day for a minute, wrapping at midnight. */
export const timeAt = (minute: number): string =>
  formatTimeOfDay(((minute % dayMinutes) + dayMinutes) % dayMinutes)

/** Returns the days that an interval covers, in order. */
export const listDays = ({ startMinute, endMinute }: Interval): CalendarDate[] => {
  const first = dateOfDayNumber(Math.floor(startMinute / dayMinutes))
  const last = dateOfDayNumber(Math.floor((endMinute - 1) / dayMinutes))
  return first === last ? [first] : [first, addDays(first, 1)]
}

const moves: Record<SessionStatus, readonly SessionStatus[]> = {
  scheduled: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

/** The statuses in which a session's names are updated when a client, staff member or service is renamed. */
export const liveStatuses: readonly SessionStatus[] = ['scheduled', 'in-progress']

/** Throws 422 for a status change that is not allowed. */
export const checkMove = (from: SessionStatus, to: SessionStatus): void => {
  if (moves[from].includes(to)) return
  const allowed =
    moves[from].length === 0 ? `a ${from} session is final` : `it can only become ${moves[from].join(' or ')}`
  throw invalid('status', `cannot change from ${from} to ${to}; ${allowed}`)
}

/** Returns a session without the fields that only members with `sessions.view` may read. */
export const withoutContents = <
  Session extends { fieldValues: string; notes: object[]; attachments: object[] },
>(
  session: Session,
): Session => ({ ...session, fieldValues: '[]', notes: [], attachments: [] })

type Bookable = { name: string; scope: string; isActive: boolean }

/** Throws 422 for services that cannot be booked. */
export const checkBookable = (services: readonly Bookable[]): void => {
  for (const [index, { name, scope, isActive }] of services.entries()) {
    const message =
      scope !== 'sessions'
        ? `must have the scope sessions, but "${name}" has the scope ${scope}`
        : isActive
          ? null
          : `must be active, but "${name}" is not`
    if (message) throw invalid(`serviceIds.${index}`, message)
  }
}
