import { addDays, iso, midnightUtc, utcDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** How many days before its end a subscription is announced to end. */
export const distances = [14, 7, 1] as const

/** What is announced once: this end, at this distance. */
export const announcementKey = (end: Date, daysBefore: number): string => `${iso(end)}/${daysBefore}`

const toDay = (end: Date, daysBefore: number): CalendarDate => addDays(utcDay(end), -daysBefore)

const outstanding = (end: Date, announced: readonly string[]) =>
  distances.filter((daysBefore) => !announced.includes(announcementKey(end, daysBefore)))

/** When the next announcement of this end is due: at the beginning of its UTC day; null when all were made or it has no end. */
export const announceAt = (end: Date | null, announced: readonly string[]): Date | null => {
  const next = end && outstanding(end, announced)[0]
  return next ? new Date(midnightUtc(toDay(end, next))) : null
}

/** The distances to announce at `now`, the farthest first, those missed included; none once it has ended. */
export const dueDistances = (end: Date | null, announced: readonly string[], now: Date): number[] => {
  if (end === null || end <= now) return []
  return outstanding(end, announced).filter((daysBefore) => toDay(end, daysBefore) <= utcDay(now))
}

/** What is still worth remembering: ends that lie behind cannot be announced again. */
export const forgetPastEnds = (announced: readonly string[], now: Date): string[] =>
  announced.filter((key) => key > iso(now))
