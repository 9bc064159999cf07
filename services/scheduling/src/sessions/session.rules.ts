import { addDays, dateOfDayNumber, dayNumber, formatTimeOfDay, invalid, parseTimeOfDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { SessionStatus } from './session.contract.ts'

const dayMinutes = 1440
const defaultMinutes = 60

/** The given duration, or the sum of the services' (each as often as it is named), or 60 when that is 0 or less. */
export const durationFor = (
  given: number | null,
  services: readonly { durationMinutes: number | null }[],
): number => {
  if (given !== null) return given
  const sum = services.reduce((minutes, service) => minutes + (service.durationMinutes ?? 0), 0)
  if (sum > dayMinutes) throw invalid('serviceIds', `take ${sum} minutes together; a day has ${dayMinutes}`)
  return sum > 0 ? sum : defaultMinutes
}

/** Minutes of wall-clock time since 1970-01-01, so that intervals past midnight compare as numbers. [start, end) */
export type Interval = { startMinute: number; endMinute: number }

export const toInterval = (date: CalendarDate, startTime: string, durationMinutes: number): Interval => {
  const startMinute = dayNumber(date) * dayMinutes + parseTimeOfDay(startTime)
  return { startMinute, endMinute: startMinute + durationMinutes }
}

export const dayInterval = (date: CalendarDate): Interval => toInterval(date, '00:00', dayMinutes)

/** Sessions last a day at most: what overlaps an interval started no earlier than this. */
export const earliestOverlap = ({ startMinute }: Interval): number => startMinute - dayMinutes

/** Whether a change gives the session another time or another staff member. */
export const hasMoved = (
  before: Interval & { staffId: string | null },
  after: Interval & { staffId: string | null },
): boolean =>
  after.startMinute !== before.startMinute ||
  after.endMinute !== before.endMinute ||
  after.staffId !== before.staffId

/** The time of day at a minute; it wraps past midnight. */
export const timeAt = (minute: number): string =>
  formatTimeOfDay(((minute % dayMinutes) + dayMinutes) % dayMinutes)

/** The days that an interval touches, in order. */
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

/** Sessions that still go on: names in them follow the people and services they name. */
export const liveStatuses: readonly SessionStatus[] = ['scheduled', 'in-progress']

/** Refuses a move that the life of a session does not know. */
export const checkMove = (from: SessionStatus, to: SessionStatus): void => {
  if (moves[from].includes(to)) return
  const allowed = moves[from].length === 0 ? 'it is final' : `it can become ${moves[from].join(' or ')}`
  throw invalid('status', `is ${from} and cannot become ${to}: ${allowed}`)
}

type Bookable = { name: string; scope: string; isActive: boolean }

/** Refuses services that cannot be booked for a session. */
export const checkBookable = (services: readonly Bookable[]): void => {
  for (const [index, { name, scope, isActive }] of services.entries()) {
    const message =
      scope !== 'sessions'
        ? `"${name}" is no service for sessions (its scope is ${scope})`
        : isActive
          ? null
          : `"${name}" is not active`
    if (message) throw invalid(`serviceIds.${index}`, message)
  }
}
