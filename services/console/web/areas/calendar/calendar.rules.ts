import { addDays } from '../../i18n/format.rules.ts'
import { weekdayOf } from '../../i18n/week.rules.ts'
import type { Filters, View } from './calendar-search.rules.ts'

/** Returns the first day of the week that contains a date. */
export const startOfWeek = (date: string, firstDay: number): string =>
  addDays(date, -((weekdayOf(date) - firstDay + 7) % 7))

const startOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

const daysInMonth = (date: string): number => {
  const [year, month] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate()
}

const listFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Returns the days that a view shows, in order. A month shows whole weeks. */
export const daysOf = (view: View, date: string, firstDay: number): string[] => {
  if (view === 'day') return [date]
  if (view === 'week') return listFrom(startOfWeek(date, firstDay), 7)
  const first = startOfWeek(startOfMonth(date), firstDay)
  const last = startOfWeek(addDays(startOfMonth(date), daysInMonth(date) - 1), firstDay)
  const weeks = Math.round((Date.parse(last) - Date.parse(first)) / 604_800_000) + 1
  return listFrom(first, weeks * 7)
}

/** Returns the date that the next or previous period shows. January 31 is followed by the last day of February. */
export const stepFrom = (view: View, date: string, direction: 1 | -1): string => {
  if (view !== 'month') return addDays(date, direction * (view === 'week' ? 7 : 1))
  const [year, month, day] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year!, month! - 1 + direction, 1)).toISOString().slice(0, 10)
  return addDays(first, Math.min(day!, daysInMonth(first)) - 1)
}

type Filtered = { staffId: string | null; serviceIds: readonly string[]; status: string }

/** Returns whether a session passes the filters. Cancelled ones are hidden unless requested. */
export const passes = ({ staff, service, status, cancelled }: Filters, session: Filtered): boolean => {
  if (session.status === 'cancelled' && !cancelled && status !== 'cancelled') return false
  if (staff && (session.staffId ?? 'none') !== staff) return false
  if (service && !session.serviceIds.includes(service)) return false
  return !status || session.status === status
}
