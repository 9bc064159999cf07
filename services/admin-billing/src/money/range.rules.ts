import { isCalendarDate, midnightUtc } from '@wp/kernel'

const dayMs = 86_400_000

/** The first instant of a day, or the instant itself. */
export const firstInstant = (from: string): Date => new Date(isDay(from) ? midnightUtc(from) : from)

/** The last millisecond of a day, or the instant itself. */
export const lastInstant = (to: string): Date =>
  isDay(to) ? new Date(Date.parse(midnightUtc(to)) + dayMs - 1) : new Date(to)

const isDay = (text: string): boolean => isCalendarDate(text)

export type Range = { from?: string | undefined; to?: string | undefined }

/** The range as a condition, both ends inclusive. */
export const toInstants = ({ from, to }: Range): { $gte?: Date; $lte?: Date } => ({
  ...(from !== undefined && { $gte: firstInstant(from) }),
  ...(to !== undefined && { $lte: lastInstant(to) }),
})
