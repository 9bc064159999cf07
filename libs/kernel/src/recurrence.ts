import { clampedDate, dateOfDayNumber, dateParts, dayNumber, lastDate, weekday } from './time.ts'
import type { CalendarDate } from './time.ts'

/** Omitted fields are taken from the anchor date. `dayOfWeek` (0 = Sunday) only applies to weekly rules. */
export type RecurrenceRule = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  dayOfWeek?: number | null
  dayOfMonth?: number | null
  monthOfYear?: number | null
}

const calendarEnd = dayNumber('9999-12-31')

/**
 * Returns the first occurrence on or after `from` and the anchor, or null when there is none up to `lastDate`. Each
 * occurrence is computed from the anchor, so January 31 is followed by February 28 and then by March 31.
 */
export const nextOccurrence = (
  anchor: CalendarDate,
  rule: RecurrenceRule,
  from: CalendarDate,
): CalendarDate | null => {
  const next = findNext(anchor, rule, from > anchor ? from : anchor)
  return next !== null && next <= lastDate ? next : null
}

/**
 * Returns the occurrences from `from` to `to`, inclusive and in order; the list is empty when `to` is before `from`
 * or the anchor.
 */
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

/** `start` must be on or after the anchor. Returns null after the year 9999. */
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
