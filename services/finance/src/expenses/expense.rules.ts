import { toDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** The days that `from` and `to` mean, both included. */
export const toDateRange = (range: {
  from?: string | undefined
  to?: string | undefined
}): { from: CalendarDate | null; to: CalendarDate | null } => ({
  from: range.from === undefined ? null : toDay(range.from),
  to: range.to === undefined ? null : toDay(range.to),
})
