import { midnightUtc, withIsoTimes } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Holiday } from './holiday.contract.ts'
import { nextDate } from './holiday.rules.ts'
import type { StoredHoliday } from './holiday.store.ts'

/**
 * Converts a holiday for replies. A recurring one gets the date of its next occurrence from `today` on, or its original
 * date when none is left.
 */
export const toHoliday = (stored: StoredHoliday, today: CalendarDate): Holiday => ({
  ...withIsoTimes(stored),
  date: midnightUtc(nextDate(stored, today) ?? stored.anchorDate),
})

/** Returns all holidays, recurring ones with their next date from `today` on, earliest first. */
export const toCalendar = (stored: readonly StoredHoliday[], today: CalendarDate): Holiday[] =>
  stored
    .map((holiday) => toHoliday(holiday, today))
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id))

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
