import type { z } from 'zod'

type DateRange = { from?: string | undefined; to?: string | undefined }

const isOrderedByDay = (from: string, to: string): boolean => from.slice(0, 10) <= to.slice(0, 10)

/** A query with the fields `from` and `to`, refused at `from` (422) when it lies after `to`; days are compared unless said otherwise. */
export const withDateRange = <Schema extends z.ZodObject>(
  schema: Schema,
  isOrdered = isOrderedByDay,
): Schema =>
  schema.refine(
    (query) => {
      const { from, to } = query as DateRange
      return from === undefined || to === undefined || isOrdered(from, to)
    },
    { path: ['from'], error: 'must not be after to' },
  )
