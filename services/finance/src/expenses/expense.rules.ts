import type { CalendarDate } from '@wp/kernel'

/** The days that `from` and `to` mean, both included. */
export const toDateRange = (range: {
  from?: string | undefined
  to?: string | undefined
}): { from: CalendarDate | null; to: CalendarDate | null } => ({
  from: range.from?.slice(0, 10) ?? null,
  to: range.to?.slice(0, 10) ?? null,
})
