import { fail, unsupported } from '../errors.ts'
import { dayOfYear, instantOf, isoDay, isoWeek, localTime, sundayWeek, utc, zoneOffset } from './calendar.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const padded = (value: number, length: number): string => String(value).padStart(length, '0')

function offsetText(zone: string, instant: number): string {
  const minutes = zoneOffset(zone, instant) / 60_000
  const magnitude = Math.abs(minutes)
  return (minutes < 0 ? '-' : '+') + padded(Math.floor(magnitude / 60), 2) + padded(magnitude % 60, 2)
}

const SPECIFIERS: Record<string, (local: Date, zone: string, instant: number) => string> = {
  '%': () => '%',
  Y: (local) => padded(local.getUTCFullYear(), 4),
  m: (local) => padded(local.getUTCMonth() + 1, 2),
  d: (local) => padded(local.getUTCDate(), 2),
  H: (local) => padded(local.getUTCHours(), 2),
  M: (local) => padded(local.getUTCMinutes(), 2),
  S: (local) => padded(local.getUTCSeconds(), 2),
  L: (local) => padded(local.getUTCMilliseconds(), 3),
  j: (local) => padded(dayOfYear(local), 3),
  w: (local) => String(local.getUTCDay() + 1),
  u: (local) => String(isoDay(local)),
  U: (local) => padded(sundayWeek(local), 2),
  V: (local) => padded(isoWeek(local).week, 2),
  G: (local) => padded(isoWeek(local).year, 4),
  b: (local) => MONTHS[local.getUTCMonth()]!.slice(0, 3),
  B: (local) => MONTHS[local.getUTCMonth()]!,
  z: (_local, zone, instant) => offsetText(zone, instant),
  Z: (_local, zone, instant) => String(zoneOffset(zone, instant) / 60_000).replace(/^(?!-)/, '+'),
}

/** Formats an instant with MongoDB's format specifiers. Throws for an unknown specifier. */
export function formatDate(instant: number, format: string, zone: string): string {
  const local = localTime(instant, zone)
  return format.replace(/%(.?)/gs, (_all, specifier: string) => {
    const write = SPECIFIERS[specifier]
    return write
      ? write(local, zone, instant)
      : fail(18536, `Invalid format character '%${specifier}' in format string`)
  })
}

const PATTERNS: Record<string, string> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  L: '(?<L>\\d{1,3})',
  j: '(?<j>\\d{1,3})',
  b: '(?<b>[A-Za-z]{3})',
  B: '(?<B>[A-Za-z]+)',
  z: '(?<z>Z|[+-]\\d{2}:?\\d{2})',
  Z: '(?<Z>[+-]\\d+)',
  '%': '%',
}

const ISO_DATE =
  /^(?<Y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[T ](?<H>\d{1,2}):(?<M>\d{2})(?::(?<S>\d{2})(?:\.(?<L>\d{1,9}))?)?)?(?:\s?(?<z>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/

function patternOf(format: string): RegExp {
  const source = format.replace(/%(.?)|[.*+?^${}()|[\]\\]/gs, (all, specifier?: string) => {
    if (specifier === undefined) return `\\${all}`
    if (specifier in PATTERNS) return PATTERNS[specifier]!
    return specifier in SPECIFIERS
      ? unsupported(`%${specifier} in the format of $dateFromString`)
      : fail(18536, `Invalid format character '%${specifier}' in format string`)
  })
  return new RegExp(`^${source}$`)
}

function monthOf(name: string): number {
  return (
    1 +
    MONTHS.findIndex((month) =>
      [month, month.slice(0, 3)].some((each) => each.toLowerCase() === name.toLowerCase()),
    )
  )
}

/** Parses an ISO 8601 date, or a date in the given format. Throws ConversionFailure for an invalid date. */
export function parseDate(text: string, format?: string, zone?: string): Date {
  const wrong = (why: string) => fail('ConversionFailure', `Error parsing date string '${text}'; ${why}`)
  const part = (format === undefined ? ISO_DATE : patternOf(format)).exec(text.trim())?.groups
  if (!part) return wrong(`it does not match ${format ?? 'ISO 8601'}`)
  if (part.z !== undefined && zone !== undefined && format === undefined)
    wrong('you cannot pass in a date/time string with a time zone and a timezone argument')
  if (part.Y === undefined) wrong('an incomplete date/time string has been found: the year is missing')
  const name = part.b ?? part.B
  const month = name === undefined ? Number(part.m ?? 1) : monthOf(name)
  const day = Number(part.d ?? 1)
  const local = utc(
    Number(part.Y),
    month,
    part.j === undefined ? day : Number(part.j),
    Number(part.H ?? 0),
    Number(part.M ?? 0),
    Number(part.S ?? 0),
    Math.trunc(Number(`0.${part.L ?? '0'}`) * 1000),
  )
  const isReal =
    part.j !== undefined ||
    (new Date(local).getUTCMonth() + 1 === month &&
      Number(part.H ?? 0) < 24 &&
      Number(part.M ?? 0) < 60 &&
      Number(part.S ?? 0) < 60)
  if (!isReal) wrong('this date or time does not exist')
  if (part.Z !== undefined) return new Date(local - Number(part.Z) * 60_000)
  return new Date(
    instantOf(
      local,
      (part.z ?? zone ?? 'UTC').replace(/^[+-]\d{2}$/, (hours) => `${hours}:00`),
    ),
  )
}
