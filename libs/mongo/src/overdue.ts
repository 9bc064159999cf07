import { maxClockSkewMs } from '@wp/kernel'
import { trusted } from './trusted.ts'

/**
 * Returns the latest plausible end of something that lasts `termMs`. A later one was written by a clock that was
 * ahead, and would block the record until then.
 */
const lastPlausible = (now: Date, termMs: number): Date => new Date(now.getTime() + termMs + maxClockSkewMs)

/**
 * Returns two filters: for records whose term of `termMs` has ended, and for those whose term ends so late that a clock
 * must have been ahead. Each matches a range of an index; together they would read all records in between.
 */
export const overdueRanges = (field: string, now: Date, termMs: number) => [
  { [field]: trusted({ $lte: now }) },
  { [field]: trusted({ $gt: lastPlausible(now, termMs) }) },
]

/** Returns a filter for both. Use it where few records are not overdue. */
export const overdue = (field: string, now: Date, termMs: number) => ({
  $or: overdueRanges(field, now, termMs),
})

/** Returns whether `overdue` matches this time. */
export const isOverdue = (until: Date, now: Date, termMs: number): boolean =>
  until <= now || !isPlausible(until, now, termMs)

/** Returns false for a time that only a clock that was ahead can have set. */
export const isPlausible = (until: Date, now: Date, termMs: number): boolean =>
  until <= lastPlausible(now, termMs)
