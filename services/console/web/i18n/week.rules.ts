import { addDays } from './format.rules.ts'

/** Returns the weekday of a calendar date; 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()

/** The weekdays as the API names them; the first is Sunday. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

type WeekInfo = { firstDay: number }
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** Returns the first day of the week in a country, or Monday if the browser does not know it. */
export const firstDayOfWeek = (locale: string): number => {
  const known = new Intl.Locale(locale) as LocaleWithWeek
  return (known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }).firstDay % 7
}

/** Returns the first day of the week that contains a date. */
export const startOfWeek = (date: string, firstDay: number): string =>
  addDays(date, -((weekdayOf(date) - firstDay + 7) % 7))

export const daysInMonth = (date: string): number => {
  const [year, month] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate()
}

/** Returns dates in order. */
export const listFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Returns the days of the whole weeks that contain the month of a date. */
export const monthDays = (date: string, firstDay: number): string[] => {
  const startOfMonth = `${date.slice(0, 7)}-01`
  const first = startOfWeek(startOfMonth, firstDay)
  const last = startOfWeek(addDays(startOfMonth, daysInMonth(date) - 1), firstDay)
  const weeks = Math.round((Date.parse(last) - Date.parse(first)) / 604_800_000) + 1
  return listFrom(first, weeks * 7)
}

/** Returns a date some months later. January 31 is followed by the last day of February. */
export const addMonths = (date: string, count: number): string => {
  const [year, month, day] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year!, month! - 1 + count, 1)).toISOString().slice(0, 10)
  return addDays(first, Math.min(day!, daysInMonth(first)) - 1)
}
