import type { Value } from '../bson/values.ts'
import {
  Int32,
  Long,
  ObjectId,
  Timestamp,
  isDoc,
  isNumber,
  toInteger,
  toNumber,
  typeName,
} from '../bson/values.ts'
import { fail } from '../errors.ts'
import {
  DAY_MS,
  addMonths,
  dayNumber,
  dayOfYear,
  fromIsoWeek,
  instantOf,
  isoDay,
  isoWeek,
  localTime,
  sundayWeek,
  utc,
} from './calendar.ts'
import { formatDate, parseDate } from './date-format.ts'
import type { Operator, Operators } from './operator.ts'
import { isNullish, named, operator } from './operator.ts'

type Named = Record<string, Value | undefined>

/** Returns the instant that a date, an ObjectId or a timestamp represents. Throws for other types. */
export function instant(value: Value, name: string): number {
  if (value instanceof Date) return value.getTime()
  if (value instanceof ObjectId) return value.getTimestamp().getTime()
  if (value instanceof Timestamp) return value.t * 1000
  return fail(16006, `${name} can't convert from BSON type ${typeName(value)} to Date`)
}

function text(value: Value | undefined, name: string, what: string): string {
  if (typeof value !== 'string') return fail(40517, `${name} requires '${what}' to be a string`)
  return value
}

/** Returns the time zone: UTC without a `timezone` argument, undefined if the argument is null. */
function zoneOf(args: Named, name: string, given: ReadonlySet<string>): string | undefined {
  if (!given.has('timezone')) return 'UTC'
  return isNullish(args.timezone) ? undefined : text(args.timezone, name, 'timezone')
}

const extraction = (read: (local: Date) => Value): Operator => {
  const fromNamed = named(['date'], ['timezone'], (args, name, given) => {
    const zone = zoneOf(args, name, given)
    return isNullish(args.date) || zone === undefined ? null : read(localTime(instant(args.date, name), zone))
  })
  const fromValue = operator(1, 1, ([value], name) =>
    isNullish(value) ? null : read(new Date(instant(value, name))),
  )
  return (argument, compile, name) => {
    const isNamed = isDoc(argument) && argument.has('date')
    return (isNamed ? fromNamed : fromValue)(argument, compile, name)
  }
}

const int = (read: (local: Date) => number): Operator => extraction((local) => new Int32(read(local)))

const UNITS = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
} as const
const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const
type Unit = keyof typeof UNITS | keyof typeof MONTHS_OF

function unitOf(value: Value | undefined, name: string): Unit {
  const unit = text(value, name, 'unit')
  if (!(unit in UNITS) && !(unit in MONTHS_OF))
    fail('FailedToParse', `unknown time unit value: ${unit}, in ${name}`)
  return unit as Unit
}

const isMonths = (unit: Unit): unit is keyof typeof MONTHS_OF => unit in MONTHS_OF

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function startOfWeek(value: Value | undefined, name: string): number {
  if (isNullish(value)) return 0
  const wanted = text(value, name, 'startOfWeek').toLowerCase()
  const found = WEEKDAYS.findIndex((day) => day === wanted || day.slice(0, 3) === wanted)
  return found < 0
    ? fail(
        'FailedToParse',
        `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${wanted}`,
      )
    : found
}

const anyNull = (args: Named, given: ReadonlySet<string>, keys: readonly string[]): boolean =>
  keys.some((key) => given.has(key) && isNullish(args[key]))

const dateAdd = (sign: 1 | -1): Operator =>
  named(['startDate', 'unit', 'amount'], ['timezone'], (args, name, given) => {
    if (anyNull(args, given, ['startDate', 'unit', 'amount', 'timezone'])) return null
    const unit = unitOf(args.unit, name)
    const amount = toInteger(args.amount)
    if (amount === undefined) return fail(5166405, `${name} expects a whole number as amount`)
    const from = instant(args.startDate!, name)
    const zone = zoneOf(args, name, given) ?? 'UTC'
    if (isMonths(unit))
      return new Date(instantOf(addMonths(localTime(from, zone), sign * amount * MONTHS_OF[unit]), zone))
    const shift = sign * amount * UNITS[unit]
    if (unit !== 'day' && unit !== 'week') return new Date(from + shift)
    return new Date(instantOf(localTime(from, zone).getTime() + shift, zone))
  })

const monthNumber = (local: Date): number => local.getUTCFullYear() * 12 + local.getUTCMonth()

/**
 * Returns the number of the unit that contains a date. The difference of two numbers is the count of unit boundaries
 * between the dates.
 */
function boundaries(local: Date, unit: Unit, weekday: number): number {
  if (isMonths(unit)) return Math.floor(monthNumber(local) / MONTHS_OF[unit])
  // 1970-01-01, day 0, was a Thursday.
  if (unit === 'week') return Math.floor((dayNumber(local) + 4 - weekday) / 7)
  return Math.floor(local.getTime() / UNITS[unit])
}

function dateDiff(args: Named, name: string, given: ReadonlySet<string>): Value {
  if (anyNull(args, given, ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek'])) return null
  const unit = unitOf(args.unit, name)
  const zone = zoneOf(args, name, given) ?? 'UTC'
  const weekday = startOfWeek(args.startOfWeek, name)
  const [from, to] = [instant(args.startDate!, name), instant(args.endDate!, name)]
  const isFixed = unit === 'hour' || unit === 'minute' || unit === 'second' || unit === 'millisecond'
  const count = (at: number) => boundaries(isFixed ? new Date(at) : localTime(at, zone), unit, weekday)
  return Long.fromNumber(count(to) - count(from))
}

function dateTrunc(args: Named, name: string, given: ReadonlySet<string>): Value {
  if (anyNull(args, given, ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'])) return null
  const unit = unitOf(args.unit, name)
  const zone = zoneOf(args, name, given) ?? 'UTC'
  const size = given.has('binSize') ? toInteger(args.binSize) : 1
  if (size === undefined || size < 1)
    return fail(5439018, `${name} requires 'binSize' to be a whole number above 0`)
  const at = instant(args.date!, name)
  const local = localTime(at, zone)
  // Bins start at 2000-01-01 in the zone.
  const bin = (value: number, start: number, width: number) =>
    start + Math.floor((value - start) / width) * width
  if (isMonths(unit)) {
    const month = bin(monthNumber(local), 2000 * 12, MONTHS_OF[unit] * size)
    return new Date(instantOf(utc(Math.floor(month / 12), (month % 12) + 1), zone))
  }
  const reference = utc(2000)
  if (unit === 'day' || unit === 'week') {
    // The first requested weekday on or after 2000-01-01, which was a Saturday.
    const start =
      unit === 'week' ? reference + ((startOfWeek(args.startOfWeek, name) + 1) % 7) * DAY_MS : reference
    return new Date(instantOf(bin(local.getTime(), start, UNITS[unit] * size), zone))
  }
  return new Date(bin(at, instantOf(reference, zone), UNITS[unit] * size))
}

function dateToString(args: Named, name: string, given: ReadonlySet<string>): Value | undefined {
  const zone = zoneOf(args, name, given)
  if (isNullish(args.date)) return given.has('onNull') ? args.onNull : null
  if (zone === undefined || anyNull(args, given, ['format'])) return null
  const at = instant(args.date, name)
  if (given.has('format')) return formatDate(at, text(args.format, name, 'format'), zone)
  return formatDate(at, zone === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L', zone)
}

function dateFromString(args: Named, name: string, given: ReadonlySet<string>): Value | undefined {
  if (isNullish(args.dateString)) return given.has('onNull') ? args.onNull : null
  if (anyNull(args, given, ['format', 'timezone'])) return null
  try {
    if (typeof args.dateString !== 'string')
      fail('ConversionFailure', `${name} requires that 'dateString' be a string`)
    return parseDate(
      args.dateString,
      given.has('format') ? text(args.format, name, 'format') : undefined,
      given.has('timezone') ? zoneOf(args, name, given) : undefined,
    )
  } catch (error) {
    if (given.has('onError')) return args.onError
    throw error
  }
}

const PARTS = ['month', 'day', 'hour', 'minute', 'second', 'millisecond']
const ISO_PARTS = ['isoWeek', 'isoDayOfWeek', 'hour', 'minute', 'second', 'millisecond']

function dateFromParts(args: Named, name: string, given: ReadonlySet<string>): Value {
  const zone = zoneOf(args, name, given)
  const isIso = given.has('isoWeekYear')
  const keys = isIso ? ['isoWeekYear', ...ISO_PARTS] : ['year', ...PARTS]
  if (!given.has(keys[0]!))
    return fail(40516, `${name} requires either 'year' or 'isoWeekYear' to be present`)
  if (zone === undefined || anyNull(args, given, keys)) return null
  const [year, second, third, ...time] = keys.map((key, at) => {
    const value = toInteger(given.has(key) ? args[key] : new Int32(at < 3 ? 1 : 0))
    return value ?? fail(40515, `'${key}' must evaluate to an integer`)
  }) as [number, number, number, number, number, number, number]
  if (year < 1 || year > 9999)
    fail(40523, `'${keys[0]}' must evaluate to an integer in the range 1 to 9999, found ${year}`)
  const day = isIso ? fromIsoWeek(year, second, third) : utc(year, second, third)
  const [hour, minute, seconds, milliseconds] = time
  return new Date(
    instantOf(day + hour * UNITS.hour + minute * UNITS.minute + seconds * UNITS.second + milliseconds, zone),
  )
}

function dateToParts(args: Named, name: string, given: ReadonlySet<string>): Value {
  const zone = zoneOf(args, name, given)
  if (isNullish(args.date) || zone === undefined) return null
  const local = localTime(instant(args.date, name), zone)
  const day: [string, number][] =
    args.iso8601 === true
      ? [
          ['isoWeekYear', isoWeek(local).year],
          ['isoWeek', isoWeek(local).week],
          ['isoDayOfWeek', isoDay(local)],
        ]
      : [
          ['year', local.getUTCFullYear()],
          ['month', local.getUTCMonth() + 1],
          ['day', local.getUTCDate()],
        ]
  const time: [string, number][] = [
    ['hour', local.getUTCHours()],
    ['minute', local.getUTCMinutes()],
    ['second', local.getUTCSeconds()],
    ['millisecond', local.getUTCMilliseconds()],
  ]
  return new Map([...day, ...time].map(([key, value]) => [key, new Int32(value)]))
}

/**
 * Converts a value to a date, as `$toDate` does. Accepts milliseconds (but not as an int), a string, a date, an ObjectId
 * or a timestamp; returns undefined for other types.
 */
export function dateFrom(value: Value): Date | undefined {
  if (typeof value === 'string') return parseDate(value)
  if (isNumber(value) && !(value instanceof Int32)) return new Date(Math.trunc(toNumber(value)))
  if (value instanceof Date || value instanceof ObjectId || value instanceof Timestamp)
    return new Date(instant(value, '$toDate'))
  return undefined
}

export const dateOperators: Operators = {
  $year: int((local) => local.getUTCFullYear()),
  $month: int((local) => local.getUTCMonth() + 1),
  $dayOfMonth: int((local) => local.getUTCDate()),
  $dayOfWeek: int((local) => local.getUTCDay() + 1),
  $dayOfYear: int(dayOfYear),
  $hour: int((local) => local.getUTCHours()),
  $minute: int((local) => local.getUTCMinutes()),
  $second: int((local) => local.getUTCSeconds()),
  $millisecond: int((local) => local.getUTCMilliseconds()),
  $week: int(sundayWeek),
  $isoWeek: int((local) => isoWeek(local).week),
  $isoDayOfWeek: int(isoDay),
  $isoWeekYear: extraction((local) => Long.fromNumber(isoWeek(local).year)),
  $dateAdd: dateAdd(1),
  $dateSubtract: dateAdd(-1),
  $dateDiff: named(['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'], dateDiff),
  $dateTrunc: named(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], dateTrunc),
  $dateToString: named(['date'], ['format', 'timezone', 'onNull'], dateToString),
  $dateFromString: named(['dateString'], ['format', 'timezone', 'onError', 'onNull'], dateFromString),
  $dateFromParts: named([], ['year', 'isoWeekYear', 'timezone', ...PARTS, ...ISO_PARTS], dateFromParts),
  $dateToParts: named(['date'], ['timezone', 'iso8601'], dateToParts),
}
