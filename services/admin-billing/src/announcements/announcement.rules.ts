import { addDays, iso, midnightUtc, utcDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** Notice periods: the number of days between the announcement of a subscription's end and the end itself. */
export const noticeDays = [14, 7, 1] as const

/** Identifies an announcement: each end date is announced once per notice period. */
export const announcementKey = (end: Date, daysBefore: number): string => `${iso(end)}/${daysBefore}`

const toNoticeDate = (end: Date, daysBefore: number): CalendarDate => addDays(utcDay(end), -daysBefore)

const listOutstanding = (end: Date, announced: readonly string[]) =>
  noticeDays.filter((daysBefore) => !announced.includes(announcementKey(end, daysBefore)))

/**
 * Returns the start of the UTC day on which the next announcement is due, or null when nothing is left to announce.
 */
export const nextAnnouncementAt = (end: Date | null, announced: readonly string[]): Date | null => {
  const next = end && listOutstanding(end, announced)[0]
  return next ? new Date(midnightUtc(toNoticeDate(end, next))) : null
}

/** Returns the notices due at `now`, including missed ones, earliest first. Returns an empty list after the end. */
export const listDueNotices = (end: Date | null, announced: readonly string[], now: Date): number[] => {
  if (end === null || end <= now) return []
  return listOutstanding(end, announced).filter((daysBefore) => toNoticeDate(end, daysBefore) <= utcDay(now))
}

/** Drops the keys of past end dates, which are never announced again. */
export const dropPastEnds = (announced: readonly string[], now: Date): string[] =>
  announced.filter((key) => key > iso(now))
