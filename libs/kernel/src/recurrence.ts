import { clampedDate, dateOfDayNumber, dateParts, dayNumber, lastDate, weekday } from './time.ts'
import type { CalendarDate } from './time.ts'

/** How a thing recurs. What the rule leaves out comes from the anchor date. `dayOfWeek`: 0 = Sunday, weekly only. */
export type RecurrenceRule = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  dayOfWeek?: number | null
  dayOfMonth?: number | null
  monthOfYear?: number | null
}

const calendarEnd = dayNumber('9999-12-31')

/**
 * The first occurrence on or after `from`, never before the anchor; null when none is left by `lastDate`. Each is computed
 * from the anchor, so that a 31st that fell on the 28th of February is the 31st again in March.
 */
export const nextOccurrence = (
  anchor: CalendarDate,
  rule: RecurrenceRule,
  from: CalendarDate,
): CalendarDate | null => {
  const next = findNext(anchor, rule, from > anchor ? from : anchor)
  return next !== null && next <= lastDate ? next : null
}

/** Every occurrence from `from` to `to`, both included, in order; none when `to` lies before `from` or the anchor. */
export const occurrencesBetween = (
  anchor: CalendarDate,
  rule: RecurrenceRule,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] => {
  const found: CalendarDate[] = []
  let next = findNext(anchor, rule, from > anchor ? from : anchor)
  while (next !== null && next <= to) {
    found.push(next)
    const day = dayNumber(next) + 1
    next = day > calendarEnd ? null : findNext(anchor, rule, dateOfDayNumber(day))
  }
  return found
}

/** `start` is on or after the anchor; null when the calendar ends first. */
const findNext = (anchor: CalendarDate, rule: RecurrenceRule, start: CalendarDate): CalendarDate | null => {
  const { year, month } = dateParts(start)
  const dayOfMonth = rule.dayOfMonth ?? dateParts(anchor).day
  switch (rule.frequency) {
    case 'daily':
      return start
    case 'weekly': {
      const wanted = rule.dayOfWeek ?? weekday(anchor)
      const day = dayNumber(start) + ((wanted - weekday(start) + 7) % 7)
      return day > calendarEnd ? null : dateOfDayNumber(day)
    }
    case 'monthly': {
      const inThisMonth = clampedDate(year, month, dayOfMonth)
      if (inThisMonth >= start) return inThisMonth
      return month === 12 ? inYear(year + 1, 1, dayOfMonth) : inYear(year, month + 1, dayOfMonth)
    }
    case 'yearly': {
      const monthOfYear = rule.monthOfYear ?? dateParts(anchor).month
      const inThisYear = clampedDate(year, monthOfYear, dayOfMonth)
      return inThisYear >= start ? inThisYear : inYear(year + 1, monthOfYear, dayOfMonth)
    }
  }
}

const inYear = (year: number, month: number, day: number): CalendarDate | null =>
  year > 9999 ? null : clampedDate(year, month, day)
