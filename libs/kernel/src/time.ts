/** `YYYY-MM-DD` in the years 0001 to 9999. Dates can be compared as strings. */
export type CalendarDate = string

const dayMs = 86_400_000
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/
const lastMinute = 24 * 60 - 1

/** The first and last day that requests accept and replies contain. */
export const firstDate: CalendarDate = '1900-01-01'
export const lastDate: CalendarDate = '2999-12-31'

/**
 * Returns ISO 8601 in UTC with milliseconds, the format used in replies and events. An invalid Date becomes text that
 * every schema rejects, so that a list omits that record instead of failing.
 */
export const iso = (date: Date): string => {
  const ms = date.getTime()
  if (ms === lastMs) return lastText
  if (Number.isNaN(ms)) return 'Invalid Date'
  lastText = date.toISOString()
  lastMs = ms
  return lastText
}

// Caches one value: createdAt and updatedAt are usually equal, and formatting times is the slowest part of converting
// a record.
let lastMs = Number.NaN
let lastText = ''

/** A record whose Date fields are ISO text. */
export type WithIsoTimes<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}

/** Returns a copy of a stored record for replies and events, with its top-level Date fields as ISO text. */
export const withIsoTimes = <T extends object>(record: T): WithIsoTimes<T> => {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) shown[name] = value instanceof Date ? iso(value) : value
  return shown as WithIsoTimes<T>
}

/** Returns midnight UTC on a day: `…T00:00:00.000Z`. */
export const midnightUtc = (date: CalendarDate): string => `${date}T00:00:00.000Z`

/** Returns the UTC day that contains an instant. */
export const utcDay = (date: Date): CalendarDate => date.toISOString().slice(0, 10)

/** Returns the UTC day of a value parsed by `DateOrTimestamp`. */
export const toDay = (dateOrTimestamp: string): CalendarDate => dateOrTimestamp.slice(0, 10)

/** Returns true for a day that exists, unlike `2023-02-30`. */
export const isCalendarDate = (value: unknown): value is CalendarDate => {
  if (typeof value !== 'string' || value.length !== 10 || value[4] !== '-' || value[7] !== '-') return false
  const { year, month, day } = readParts(value)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

const readParts = (date: CalendarDate): { year: number; month: number; day: number } => ({
  year: digitsAt(date, 0, 4),
  month: digitsAt(date, 5, 7),
  day: digitsAt(date, 8, 10),
})

/**
 * Returns the number formed by the digits, or NaN. Avoids a regex because this runs for every date in every reply.
 */
export const digitsAt = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

/** Returns true for times from `00:00` to `23:59` with two digits each. */
export const isTimeOfDay = (value: unknown): value is string =>
  typeof value === 'string' && timePattern.test(value)

/** Returns the number of days in a month (1 to 12). */
export const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Returns the parts of a calendar date. Throws RangeError for a day that does not exist. */
export const dateParts = (date: CalendarDate): { year: number; month: number; day: number } => {
  const isReal: boolean = isCalendarDate(date)
  if (!isReal) throw new RangeError(`"${date}" is not a calendar date (YYYY-MM-DD)`)
  return readParts(date)
}

/**
 * Returns the date; a day past the end of the month becomes the month's last day. Throws RangeError outside the years
 * 1 to 9999.
 */
export const clampedDate = (year: number, month: number, day: number): CalendarDate => {
  if (year < 1 || year > 9999) throw new RangeError(`The year ${year} is outside 1 to 9999`)
  const clamped = Math.min(day, daysInMonth(year, month))
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(clamped, 2)}`
}

/** Returns the number of days since 1970-01-01, for calendar arithmetic with integers. */
export const dayNumber = (date: CalendarDate): number => {
  dateParts(date)
  return Date.parse(midnightUtc(date)) / dayMs
}

/** Returns the date for a day number. Throws RangeError outside the years 1 to 9999. */
export const dateOfDayNumber = (days: number): CalendarDate => {
  const at = new Date(days * dayMs)
  return clampedDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
}

/** Returns the date `days` later, or earlier when negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateOfDayNumber(dayNumber(date) + days)

/** Returns the same day `months` later, or the last day of a shorter month. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const { year, month, day } = dateParts(date)
  const index = year * 12 + (month - 1) + months
  return clampedDate(Math.floor(index / 12), modulo(index, 12) + 1, day)
}

/** Returns the day of the week, from 0 (Sunday) to 6 (Saturday). */
export const weekday = (date: CalendarDate): number => modulo(dayNumber(date) + 4, 7)

/** Converts `HH:mm` to minutes since midnight. Throws RangeError for a time that does not exist. */
export const parseTimeOfDay = (text: string): number => {
  const parts = timePattern.exec(text)
  if (!parts) throw new RangeError(`"${text}" is not a time of day (HH:mm, 00:00 to 23:59)`)
  return Number(parts[1]) * 60 + Number(parts[2])
}

/** Returns `HH:mm` for minutes since midnight. Throws RangeError for minutes outside the day. */
export const formatTimeOfDay = (minutes: number): string => {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > lastMinute)
    throw new RangeError(`${minutes} is not a minute of the day (0 to ${lastMinute})`)
  return `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** Returns the start of a range: midnight UTC of a day, or the instant itself. */
export const firstInstant = (from: string): Date => new Date(isCalendarDate(from) ? midnightUtc(from) : from)

/** Returns the end of a range: the last millisecond (UTC) of a day, or the instant itself. */
export const lastInstant = (to: string): Date =>
  isCalendarDate(to) ? new Date(Date.parse(midnightUtc(to)) + dayMs - 1) : new Date(to)

/** Returns whether `end` has been reached; null means that there is no end. */
export const hasEnded = (end: Date | null, now: Date): boolean => end !== null && end <= now
