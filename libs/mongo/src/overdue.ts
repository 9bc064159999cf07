import { maxClockSkewMs } from '@wp/kernel'
import { trusted } from './trusted.ts'

/**
 * Returns the last time that is plausible for something that lasts `termMs`. A later one was written by a clock that was
 * ahead, and would block everybody until then.
 */
const lastPlausible = (now: Date, termMs: number): Date => new Date(now.getTime() + termMs + maxClockSkewMs)

/** Matches records whose term of `termMs` has ended, or ends so late that a clock must have been ahead. */
export const overdue = (field: string, now: Date, termMs: number) => ({
  $or: [{ [field]: trusted({ $lte: now }) }, { [field]: trusted({ $gt: lastPlausible(now, termMs) }) }],
})

/** Returns whether `overdue` matches this time. */
export const isOverdue = (until: Date, now: Date, termMs: number): boolean =>
  until <= now || until > lastPlausible(now, termMs)
