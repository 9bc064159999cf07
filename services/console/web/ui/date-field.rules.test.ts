import { describe, expect, it } from 'vitest'
import {
  datePartsOf,
  isIncomplete,
  pasted,
  stepped,
  toTyped,
  toValue,
  typedInto,
} from './date-field.rules.ts'

const empty = toTyped('')

describe('toValue', () => {
  it.each([
    ['date', '2026-02-28'],
    ['time', '09:05'],
    ['datetime', '2026-11-19T23:59'],
    ['date', ''],
  ] as const)('returns the %s that was parsed: %s', (kind, value) => {
    expect(toValue(toTyped(value), kind)).toBe(value)
    expect(isIncomplete(toTyped(value), kind)).toBe(false)
  })

  it.each([
    ['a missing unit', { ...toTyped('2026-02-01'), day: '' }],
    ['a day that does not exist', { ...toTyped('2026-02-01'), day: '29' }],
    ['a short year', { ...toTyped('2026-02-01'), year: '26' }],
    ['a month of zero', { ...toTyped('2026-02-01'), month: '0' }],
  ])('returns nothing for %s', (_, typed) => {
    expect(toValue(typed, 'date')).toBe('')
    expect(isIncomplete(typed, 'date')).toBe(true)
  })

  it('accepts single digits and leap days', () => {
    expect(toValue({ ...empty, year: '2028', month: '2', day: '29' }, 'date')).toBe('2028-02-29')
    expect(toValue({ ...empty, hour: '9', minute: '5' }, 'time')).toBe('09:05')
  })
})

describe('typedInto', () => {
  it.each([
    ['day', '1', '1', false],
    ['day', '4', '4', true],
    ['day', '31', '31', true],
    ['day', '47', '7', true],
    ['day', '057', '7', true],
    ['month', '1', '1', false],
    ['month', '٢', '2', true],
    ['hour', '3', '3', true],
    ['minute', '59', '59', true],
    ['year', '202', '202', false],
    ['year', '٢٠٢٦', '2026', true],
    ['day', 'x', '', false],
  ] as const)('reads the %s %s', (unit, text, digits, isFull) => {
    expect(typedInto(unit, text)).toEqual({ digits, isFull })
  })
})

describe('stepped', () => {
  it.each([
    ['day', '', 1, '19'],
    ['day', '31', 1, '01'],
    ['month', '01', -1, '12'],
    ['minute', '07', 1, '10'],
    ['minute', '07', -1, '05'],
    ['minute', '55', 1, '00'],
    ['minute', '00', -1, '55'],
    ['hour', '00', -1, '23'],
  ] as const)('moves the %s from "%s" by %i', (unit, digits, direction, expected) => {
    expect(stepped(unit, digits, '19', direction)).toBe(expected)
  })
})

describe('pasted', () => {
  const european = ['day', 'month', 'year'] as const

  it('reads dates in ISO order and in that of the field', () => {
    const date = { year: '2026', month: '11', day: '19' }
    expect(pasted('2026-11-19', 'date', european)).toEqual(date)
    expect(pasted(' 19.11.2026', 'date', european)).toEqual(date)
    expect(pasted('١٩/١١/٢٠٢٦', 'date', european)).toEqual(date)
    expect(pasted('tomorrow', 'date', european)).toBeNull()
  })
})

describe('datePartsOf', () => {
  const order = (locale: string): string =>
    datePartsOf(locale)
      .map((part) => ('unit' in part ? part.unit : part.literal))
      .join('')

  it('follows the locale', () => {
    expect(order('en-US')).toBe('month/day/year')
    expect(order('en-GB')).toBe('day/month/year')
    expect(order('ar-EG')).toBe('day/month/year')
    expect(order('de')).toBe('day.month.year')
  })
})
