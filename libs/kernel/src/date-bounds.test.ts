import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  CalendarDateString,
  DateOrTimestamp,
  dayNumber,
  firstInstant,
  iso,
  lastInstant,
  nextOccurrence,
  occurrencesBetween,
  Timestamp,
  toDay,
  utcDay,
  weekday,
} from './index.ts'

/** Texts of dates and times, most of them near an edge: of the allowed years, of a year, of what a Date can hold. */
const year = fc.oneof(
  fc.constantFrom(0, 1, 99, 1899, 1900, 1999, 2000, 2027, 2028, 2999, 3000, 9999),
  fc.integer({ min: 0, max: 9999 }),
)
const two = (min: number, max: number) =>
  fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max })).map((value) => String(value).padStart(2, '0'))
const day = fc
  .tuple(year, two(1, 12), two(1, 31))
  .map(([y, month, date]) => `${String(y).padStart(4, '0')}-${month}-${date}`)
const zone = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(0, 23), two(0, 59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
)
const moment = fc
  .tuple(day, two(0, 23), two(0, 59), two(0, 59), fc.constantFrom('', '.5', '.999', '.123456'), zone)
  .map(([date, h, m, s, fraction, offset]) => `${date}T${h}:${m}:${s}${fraction}${offset}`)

const runs = { numRuns: 2000 }
const isShown = (date: string): boolean => CalendarDateString.safeParse(date).success

test('a time that is accepted is one that can be shown again, unchanged', () => {
  fc.assert(
    fc.property(moment, (text) => {
      const { success, data } = Timestamp.safeParse(text)
      if (!success) return
      expect(data).toMatch(/^(19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(iso(new Date(data))).toBe(data)
      expect(Timestamp.parse(data)).toBe(data)
      expect(isShown(utcDay(new Date(data)))).toBe(true)
    }),
    runs,
  )
})

test('nothing that computes with an accepted date throws', () => {
  fc.assert(
    fc.property(fc.oneof(day, moment), fc.integer({ min: -3660, max: 3660 }), (text, days) => {
      const { success, data } = DateOrTimestamp.safeParse(text)
      if (!success) return
      const date = toDay(data)
      expect(isShown(date)).toBe(true)
      expect(dayNumber(addDays(date, days)) - dayNumber(date)).toBe(days)
      expect(addMonths(date, days)).toMatch(/^\d{4}-/)
      expect([0, 1, 2, 3, 4, 5, 6]).toContain(weekday(date))
      expect(firstInstant(data) <= lastInstant(data)).toBe(true)
      for (const frequency of ['daily', 'weekly', 'monthly', 'yearly'] as const) {
        const rule = { frequency, dayOfWeek: Math.abs(days) % 7 }
        const next = nextOccurrence(date, rule, addDays(date, days))
        expect(next === null || isShown(next)).toBe(true)
        expect(occurrencesBetween(date, rule, date, addDays(date, 40)).length).toBeLessThan(42)
      }
    }),
    runs,
  )
})

test('a Date that is none becomes a text that no schema takes', () => {
  expect(Timestamp.safeParse(iso(new Date('soon'))).success).toBe(false)
})
