import type { Holiday, WorkingHours } from '@workspace-platform/client/scheduling'
import { weekdayOf, weekdays } from '../../i18n/week.rules.ts'
import { dayMinutes, toMinutes } from './layout.rules.ts'
import type { Span } from './layout.rules.ts'

/** Returns a day's open times; the whole day without a schedule. */
export const openSpans = (week: WorkingHours | null, date: string): Span[] => {
  if (!week) return [{ start: 0, end: dayMinutes }]
  const { isOpen, intervals } = week[weekdays[weekdayOf(date)]!]
  if (!isOpen) return []
  return intervals.map(({ start, end }) => ({
    start: toMinutes(start),
    // Schedules cannot name 24:00; a minute before midnight means the end of the day.
    end: end === '23:59' ? dayMinutes : toMinutes(end),
  }))
}

/** Returns the times that are in both lists. */
export const intersect = (one: readonly Span[], other: readonly Span[]): Span[] =>
  one.flatMap((a) =>
    other
      .map((b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }))
      .filter(({ start, end }) => start < end),
  )

/** Returns the times of the day outside the given ones, which must be in order. */
export const outside = (spans: readonly Span[]): Span[] => {
  const edges = [0, ...spans.flatMap(({ start, end }) => [start, end]), dayMinutes]
  const gaps: Span[] = []
  for (let index = 0; index < edges.length; index += 2)
    if (edges[index]! < edges[index + 1]!) gaps.push({ start: edges[index]!, end: edges[index + 1]! })
  return gaps
}

type Recurrence = Pick<Holiday, 'name' | 'anchorDate' | 'isRecurring' | 'recurrenceRule'>

const lastDayOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Returns whether a holiday falls on a day, by the rules of the API: January 31 recurs on the last day of February. */
const fallsOn = ({ anchorDate, isRecurring, recurrenceRule }: Recurrence, date: string): boolean => {
  const anchor = anchorDate.slice(0, 10)
  if (!isRecurring || !recurrenceRule) return anchor === date
  if (date < anchor) return false
  const [year, month, day] = date.split('-').map(Number)
  const [, anchorMonth, anchorDay] = anchor.split('-').map(Number)
  const isDayOfMonth = day === Math.min(anchorDay!, lastDayOfMonth(year!, month!))
  switch (recurrenceRule.frequency) {
    case 'daily':
      return true
    case 'weekly':
      return weekdayOf(date) === (recurrenceRule.dayOfWeek ?? weekdayOf(anchor))
    case 'monthly':
      return isDayOfMonth
    case 'yearly':
      return month === anchorMonth && isDayOfMonth
  }
}

/** Returns the holiday of a day, or null. */
export const holidayOn = <Each extends Recurrence>(holidays: readonly Each[], date: string): Each | null =>
  holidays.find((holiday) => fallsOn(holiday, date)) ?? null

/** Returns a function for the local date and time of a moment, such as `2026-03-29 03:15`. */
const localClock = (timeZone: string): ((at: number) => string) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => clock.format(at)
}

/** Returns the times that clocks skip on a day when they are put forward. Such times do not exist. */
export const skippedSpans = (timeZone: string, date: string): Span[] => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  const clock = localClock(timeZone)
  const timeOfDay = (at: number): string => clock(at).slice(11)
  // On nearly all days, the offset has not changed since the day before, so the search below would be wasted.
  if (timeOfDay(noon - 86_400_000) === timeOfDay(noon + 86_400_000)) return []
  const shown = new Set<number>()
  // Every quarter hour around noon, because zones differ from UTC by up to 14 hours.
  for (let at = noon - 26 * 3_600_000; at <= noon + 26 * 3_600_000; at += 900_000)
    if (clock(at).startsWith(date)) shown.add(toMinutes(timeOfDay(at)))
  const missing: Span[] = []
  for (let minute = 0; minute < dayMinutes; minute += 15) {
    if (shown.has(minute)) continue
    const before = missing.at(-1)
    if (before?.end === minute) before.end = minute + 15
    else missing.push({ start: minute, end: minute + 15 })
  }
  return missing
}

type Times = { workspace: WorkingHours | null; staff: WorkingHours | null; isHoliday: boolean }

/** Returns the times outside the hours of the workspace and the staff member, or the whole day of a holiday. */
export const closedSpans = ({ workspace, staff, isHoliday }: Times, date: string): Span[] =>
  isHoliday
    ? [{ start: 0, end: dayMinutes }]
    : outside(intersect(openSpans(workspace, date), openSpans(staff, date)))

/** Returns the first minute of a day's grid: the opening time or the first session, otherwise 8 o'clock. */
export const firstMinute = (closed: readonly (readonly Span[])[], sessions: readonly Span[]): number => {
  const openings = closed.flatMap((spans) => {
    const first = spans[0]
    return first?.start === 0 && first.end < dayMinutes ? [first.end] : []
  })
  const opening = openings.length > 0 ? Math.min(...openings) : 8 * 60
  return Math.max(0, Math.min(opening, ...sessions.map(({ start }) => start)))
}
