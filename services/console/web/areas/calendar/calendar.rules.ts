import { addDays } from '../../i18n/format.rules.ts'
import { addMonths, listFrom, monthDays, startOfWeek } from '../../i18n/week.rules.ts'
import type { Filters, View } from './calendar-search.rules.ts'

/** Returns the days that a view shows, in order. A month shows whole weeks. */
export const daysOf = (view: View, date: string, firstDay: number): string[] => {
  if (view === 'day') return [date]
  return view === 'week' ? listFrom(startOfWeek(date, firstDay), 7) : monthDays(date, firstDay)
}

/** Returns the date that the next or previous period shows. January 31 is followed by the last day of February. */
export const stepFrom = (view: View, date: string, direction: 1 | -1): string =>
  view === 'month' ? addMonths(date, direction) : addDays(date, direction * (view === 'week' ? 7 : 1))

type Filtered = {
  staffId: string | null
  clientId: string
  serviceIds: readonly string[]
  status: string
}

/** Returns whether a session passes the filters. Cancelled ones are hidden unless requested. */
export const passes = ({ staff, service, status, of, cancelled }: Filters, session: Filtered): boolean => {
  if (session.status === 'cancelled' && !cancelled && status !== 'cancelled') return false
  if (staff && (session.staffId ?? 'none') !== staff) return false
  if (service && !session.serviceIds.includes(service)) return false
  if (of && session.clientId !== of) return false
  return !status || session.status === status
}
