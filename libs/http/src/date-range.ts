import { firstInstant, isCalendarDate, lastInstant } from '@wp/kernel'
import type { z } from 'zod'

type DateRange = { from?: string | undefined; to?: string | undefined }

const isOrdered = {
  day: (from: string, to: string) => from.slice(0, 10) <= to.slice(0, 10),
  instant: (from: string, to: string) => firstInstant(from) <= lastInstant(to),
  // A day compared with an instant depends on the time zone, so `instantRange` checks it.
  'local instant': (from: string, to: string) =>
    isCalendarDate(from) !== isCalendarDate(to) || firstInstant(from) <= lastInstant(to),
}

/**
 * Returns the query schema with a check that `from` is not after `to` (422), compared by day or by instant. For
 * 'local instant', days are days of a time zone, and the handler must call `instantRange`.
 */
export const withDateRange = <Schema extends z.ZodObject>(
  schema: Schema,
  by: keyof typeof isOrdered = 'day',
): Schema =>
  schema.refine(
    (query) => {
      const { from, to } = query as DateRange
      return from === undefined || to === undefined || isOrdered[by](from, to)
    },
    { path: ['from'], error: 'must not be after to' },
  )
