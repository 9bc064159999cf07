import { addDays, addMonths, clampedDate, dateOfDayNumber, dateParts, dayNumber, weekday } from './time.ts'
import type { CalendarDate } from './time.ts'

/** How a thing recurs. What the rule leaves out comes from the anchor date. `dayOfWeek`: 0 = Sunday, weekly only. */
export type RecurrenceRule = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  dayOfWeek?: number | null
  dayOfMonth?: number | null
  monthOfYear?: number | null
}

/**
 * The first occurrence on or after `from`, never before the anchor. Each is computed from the anchor, so that a 31st
 * that fell on the 28th of February is the 31st again in March.
 */
export const nextOccurrence = (
  anchor: CalendarDate,
  rule: RecurrenceRule,
  from: CalendarDate,
): CalendarDate => {
  const start = from > anchor ? from : anchor
  switch (rule.frequency) {
    case 'daily':
      return start
    case 'weekly': {
      const wanted = rule.dayOfWeek ?? weekday(anchor)
      return addDays(start, (wanted - weekday(start) + 7) % 7)
    }
    case 'monthly': {
      const day = rule.dayOfMonth ?? dateParts(anchor).day
      const { year, month } = dateParts(start)
      const inThisMonth = clampedDate(year, month, day)
      if (inThisMonth >= start) return inThisMonth
      const next = dateParts(addMonths(clampedDate(year, month, 1), 1))
      return clampedDate(next.year, next.month, day)
    }
    case 'yearly': {
      const { month: anchorMonth, day: anchorDay } = dateParts(anchor)
      const { year } = dateParts(start)
      const month = rule.monthOfYear ?? anchorMonth
      const day = rule.dayOfMonth ?? anchorDay
      const inThisYear = clampedDate(year, month, day)
      return inThisYear >= start ? inThisYear : clampedDate(year + 1, month, day)
    }
  }
}

/** Every occurrence from `from` to `to`, both included, in order; none when `to` lies before `from` or the anchor. */
export const occurrencesBetween = (
  anchor: CalendarDate,
  rule: RecurrenceRule,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] => {
  const found: CalendarDate[] = []
  const last = dayNumber(to)
  let day = dayNumber(from > anchor ? from : anchor)
  while (day <= last) {
    const occurrence = nextOccurrence(anchor, rule, dateOfDayNumber(day))
    if (occurrence > to) break
    found.push(occurrence)
    day = dayNumber(occurrence) + 1
  }
  return found
}
