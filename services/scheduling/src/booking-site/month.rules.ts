import { addDays, dayNumber, isCalendarDate, weekday } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** A month as `YYYY-MM`. */
export type Month = string

export const monthOf = (date: CalendarDate): Month => date.slice(0, 7)

export const isMonth = (text: string | undefined): text is Month =>
  text !== undefined && isCalendarDate(`${text}-01`)

export const firstDayOf = (month: Month): CalendarDate => `${month}-01`
export const lastDayOf = (month: Month): CalendarDate => addDays(firstDayOf(addMonths(month, 1)), -1)

export const addMonths = (month: Month, count: number): Month => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the month within the range of two days that is nearest to the given one. */
export const clampMonth = (month: Month, first: CalendarDate, last: CalendarDate): Month =>
  month < monthOf(first) ? monthOf(first) : month > monthOf(last) ? monthOf(last) : month

/** Returns the weeks of a month; null for days of other months. `firstWeekday` is 0 for Sunday. */
export const weeksOf = (month: Month, firstWeekday: number): (CalendarDate | null)[][] => {
  const first = firstDayOf(month)
  const length = dayNumber(lastDayOf(month)) - dayNumber(first) + 1
  const lead = (weekday(first) - firstWeekday + 7) % 7
  const cells = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length }, (_, at) => addDays(first, at)),
  ]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => cells[week * 7 + day] ?? null),
  )
}

/** Returns the first day of the week in a country (0 is Sunday), or Monday if the country is unknown. */
export const firstWeekdayIn = (countryCode: string | null): number => {
  if (countryCode === null || !/^[A-Z]{2}$/i.test(countryCode)) return 1
  const locale = new Intl.Locale(`en-${countryCode}`) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}
