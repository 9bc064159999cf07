import { daysInMonth } from '../i18n/week.rules.ts'
import { inLatinDigits } from '../i18n/number.rules.ts'
import { oncePerKey } from '../i18n/once-per-key.ts'

export type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute'
export type Kind = 'date' | 'time' | 'datetime'

/** The typed digits of each unit, in Latin digits; empty while a unit has none. */
export type Typed = Record<Unit, string>

const dateUnits: Unit[] = ['year', 'month', 'day']
const timeUnits: Unit[] = ['hour', 'minute']

const unitsOf = (kind: Kind): Unit[] => [
  ...(kind === 'time' ? [] : dateUnits),
  ...(kind === 'date' ? [] : timeUnits),
]

const limits: Record<Unit, [lowest: number, highest: number]> = {
  year: [1, 9999],
  month: [1, 12],
  day: [1, 31],
  hour: [0, 23],
  minute: [0, 59],
}
export const limitsOf = (unit: Unit): [lowest: number, highest: number] => limits[unit]

const widthOf = (unit: Unit): number => (unit === 'year' ? 4 : 2)

/** Writes one digit as two; years and empty units stay as typed. */
export const padded = (unit: Unit, digits: string): string =>
  digits === '' || unit === 'year' ? digits : digits.padStart(2, '0')

/** Returns the units of `YYYY-MM-DD`, `HH:MM` or both with a `T` between them. */
export const toTyped = (value: string): Typed => {
  const found = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d))?$/.exec(value) ?? []
  const [, year = '', month = '', day = '', hour = '', minute = ''] = found
  return { year, month, day, hour, minute }
}

/** Returns the value of the units, or an empty text while one is missing or the day does not exist. */
export const toValue = (typed: Typed, kind: Kind): string => {
  const [year, month, day, hour, minute] = [...dateUnits, ...timeUnits].map((unit) =>
    padded(unit, typed[unit]),
  )
  const isWhole = unitsOf(kind).every((unit) => {
    const [lowest, highest] = limits[unit]
    return typed[unit] !== '' && Number(typed[unit]) >= lowest && Number(typed[unit]) <= highest
  })
  const date = `${year}-${month}-${day}`
  if (!isWhole || (kind !== 'time' && (Number(year) < 1000 || Number(day) > daysInMonth(date)))) return ''
  return [kind !== 'time' && date, kind !== 'date' && `${hour}:${minute}`].filter(Boolean).join('T')
}

/** Returns whether only a part of a value was typed, or a day that does not exist. */
export const isIncomplete = (typed: Typed, kind: Kind): boolean =>
  toValue(typed, kind) === '' && unitsOf(kind).some((unit) => typed[unit] !== '')

/** Returns the digits of a unit after its text changed, and whether no further digit fits. */
export const typedInto = (unit: Unit, text: string): { digits: string; isFull: boolean } => {
  const width = widthOf(unit)
  const [, highest] = limits[unit]
  const all = inLatinDigits(text).replaceAll(/\D/g, '')
  const newest = all.length > width ? all.slice(width) : all
  const digits = Number(newest) > highest ? newest.slice(-1) : newest
  return { digits, isFull: digits.length === width || (digits !== '' && Number(digits) * 10 > highest) }
}

const minuteStep = 5

/** Returns the next or previous value of a unit, which starts again at its other end. */
export const stepped = (unit: Unit, digits: string, start: string, direction: 1 | -1): string => {
  if (digits === '') return start
  const [lowest, highest] = limits[unit]
  const size = unit === 'minute' ? minuteStep : 1
  const next =
    direction === 1
      ? (Math.floor(Number(digits) / size) + 1) * size
      : (Math.ceil(Number(digits) / size) - 1) * size
  const last = Math.floor(highest / size) * size
  return padded(unit, String(next > highest ? lowest : next < lowest ? last : next))
}

/** Returns the units of a pasted text in ISO order or in that of the field, or null for other texts. */
export const pasted = (text: string, kind: Kind, shown: readonly Unit[]): Partial<Typed> | null => {
  const numbers = inLatinDigits(text).match(/\d+/g) ?? []
  if (numbers.length !== shown.length) return null
  const order = numbers[0]!.length === 4 ? unitsOf(kind) : shown
  return Object.fromEntries(order.map((unit, index) => [unit, numbers[index]!]))
}

export type Part = { unit: Unit } | { literal: string }

/** Returns the units of a date in the order of the locale, with the characters between them. */
export const datePartsOf = oncePerKey((locale): Part[] =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(0)
    .map(({ type, value }) =>
      type === 'day' || type === 'month' || type === 'year'
        ? { unit: type }
        : { literal: value.replaceAll(/\p{Cf}/gu, '') },
    ),
)
