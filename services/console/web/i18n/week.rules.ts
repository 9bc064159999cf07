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
