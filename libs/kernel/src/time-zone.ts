import { invalid } from './errors.ts'
import { addDays, formatTimeOfDay, isCalendarDate, midnightUtc } from './time.ts'
import type { CalendarDate } from './time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxFormats = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Creating a format is slow, so formats are cached. There are fewer than 1000 zones, but names may differ in
 * case.
 */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  if (formats.size >= maxFormats) formats.clear()
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the zone's local time as if it were UTC, without fractions of a second. */
const wallMs = (at: number, timeZone: string): number => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** Returns a time zone's offset from UTC at an instant, in milliseconds. */
export const zoneOffsetMs = (at: number, timeZone: string): number =>
  wallMs(at, timeZone) - Math.floor(at / 1000) * 1000

/** Returns the day that contains an instant in a time zone. */
export const localDay = (at: Date, timeZone: string): CalendarDate =>
  new Date(wallMs(at.getTime(), timeZone)).toISOString().slice(0, 10)

/** Returns the day and the time of day (`HH:mm`) of an instant in a time zone. */
export const localTime = (at: Date, timeZone: string): { date: CalendarDate; time: string } => {
  const wall = new Date(wallMs(at.getTime(), timeZone))
  const time = formatTimeOfDay(wall.getUTCHours() * 60 + wall.getUTCMinutes())
  return { date: wall.toISOString().slice(0, 10), time }
}

/**
 * Returns the first instant of a day in a time zone. When clocks are put forward at midnight, that is the moment of
 * the change; when midnight happens twice, the first one.
 */
export const startOfDay = (date: CalendarDate, timeZone: string): Date => {
  const midnight = Date.parse(midnightUtc(date))
  const candidates = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - zoneOffsetMs(near, timeZone))
    .toSorted((a, b) => a - b)
  const exact = candidates.find((at) => wallMs(at, timeZone) === midnight)
  if (exact !== undefined) return new Date(exact)
  let [before, after] = candidates as [number, number]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallMs(middle, timeZone) >= midnight) after = middle
    else before = middle
  }
  return new Date(after)
}

/**
 * Returns the minutes of a day that do not exist in a time zone because clocks are put forward, or null: in Berlin, 02:00
 * to 03:00 on the last Sunday of March.
 */
export const skippedMinutes = (
  date: CalendarDate,
  timeZone: string,
): { start: number; end: number } | null => {
  const midnight = Date.parse(midnightUtc(date))
  let before = startOfDay(date, timeZone).getTime() - 1
  let after = startOfDay(addDays(date, 1), timeZone).getTime()
  const [offset, later] = [zoneOffsetMs(before, timeZone), zoneOffsetMs(after, timeZone)]
  if (later <= offset) return null
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (zoneOffsetMs(middle, timeZone) === offset) before = middle
    else after = middle
  }
  const toMinute = (wall: number) => Math.min(Math.max((wall - midnight) / 60_000, 0), 1440)
  const [start, end] = [toMinute(after + offset), toMinute(after + later)]
  return start < end ? { start, end } : null
}

/** Returns the start of a range: the first instant of a day in a time zone, or the instant itself. */
export const firstInstantIn = (from: string, timeZone: string): Date =>
  isCalendarDate(from) ? startOfDay(from, timeZone) : new Date(from)

/** Returns the end of a range: the last millisecond of a day in a time zone, or the instant itself. */
export const lastInstantIn = (to: string, timeZone: string): Date =>
  isCalendarDate(to) ? new Date(startOfDay(addDays(to, 1), timeZone).getTime() - 1) : new Date(to)

/**
 * Returns the instants of a range given as days of a time zone or as instants. Throws VALIDATION_FAILED when `from` is
 * after `to`.
 */
export const instantRange = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { from: Date | undefined; to: Date | undefined } => {
  const range = {
    from: from === undefined ? undefined : firstInstantIn(from, timeZone),
    to: to === undefined ? undefined : lastInstantIn(to, timeZone),
  }
  if (range.from && range.to && range.from > range.to) throw invalid('from', 'must not be after to')
  return range
}
