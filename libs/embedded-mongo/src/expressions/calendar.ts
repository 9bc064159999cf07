import { fail } from '../errors.ts'

export const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns how many milliseconds a time zone is ahead of UTC at an instant. Throws for an unknown zone. */
export function zoneOffset(zone: string, instant: number): number {
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (fixed) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000
  }
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0
  const formatter = formatterOf(zone)
  const part = Object.fromEntries(
    formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const local = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return local - Math.floor(instant / 1000) * 1000
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    try {
      const numeric = 'numeric' as const
      formatter = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: numeric,
        month: numeric,
        day: numeric,
        hour: numeric,
        minute: numeric,
        second: numeric,
      })
    } catch {
      return fail(40485, `unrecognized time zone identifier: "${zone}"`)
    }
    formatters.set(zone, formatter)
  }
  return formatter
}

/** Returns a zone's local time at an instant, as a Date whose UTC fields contain the local time. */
export const localTime = (instant: number, zone: string): Date =>
  new Date(instant + zoneOffset(zone, instant))

/** Returns the instant at which a zone's clocks show a local time. */
export function instantOf(local: number, zone: string): number {
  const guess = local - zoneOffset(zone, local)
  return local - zoneOffset(zone, guess)
}

/** Returns the milliseconds of a UTC date. Parts may overflow, and years below 100 are not mapped to the 1900s. */
export function utc(
  year: number,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, millisecond)
  return date.getTime()
}

export const dayNumber = (local: Date): number => Math.floor(local.getTime() / DAY_MS)

export const dayOfYear = (local: Date): number =>
  dayNumber(local) - Math.floor(utc(local.getUTCFullYear()) / DAY_MS) + 1

/** Returns the ISO weekday: 1 for Monday to 7 for Sunday. */
export const isoDay = (local: Date): number => local.getUTCDay() || 7

/** Returns the ISO 8601 week number and the year that it belongs to. */
export function isoWeek(local: Date): { week: number; year: number } {
  const thursday = new Date(local.getTime() + (4 - isoDay(local)) * DAY_MS)
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.getUTCFullYear() }
}

/** Returns the week of the year, 0 to 53, with weeks that start on Sunday. */
export const sundayWeek = (local: Date): number => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7)

/** Returns the instant of an ISO 8601 week date (year, week, weekday). */
export function fromIsoWeek(year: number, week: number, day: number): number {
  const fourth = new Date(utc(year, 1, 4))
  return fourth.getTime() + ((week - 1) * 7 + day - isoDay(fourth)) * DAY_MS
}

/** Adds months; uses the last day of the month if the day does not exist. */
export function addMonths(local: Date, months: number): number {
  const first = new Date(utc(local.getUTCFullYear(), local.getUTCMonth() + 1 + months))
  const last = new Date(utc(first.getUTCFullYear(), first.getUTCMonth() + 2, 0)).getUTCDate()
  const days = Math.min(local.getUTCDate(), last) - 1
  return first.getTime() + days * DAY_MS + (local.getTime() - dayNumber(local) * DAY_MS)
}
