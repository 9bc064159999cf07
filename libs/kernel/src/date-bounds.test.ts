import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

/**
 * Generates dates and times, mostly near limits: the first and last supported year, the start and end of a year, and
 * the range of Date.
 */
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
const isSupported = (date: string): boolean => CalendarDateString.safeParse(date).success

describe('date and time limits', () => {
  it('accepts only times that stay the same when written and parsed again', () => {
    let accepted = 0
    fc.assert(
      fc.property(moment, (text) => {
        const { success, data } = Timestamp.safeParse(text)
        if (!success) return
        accepted += 1
        expect(data).toMatch(/^(19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(iso(new Date(data))).toBe(data)
        expect(Timestamp.parse(data)).toBe(data)
        expect(isSupported(utcDay(new Date(data)))).toBe(true)
      }),
      runs,
    )
    expect(accepted).toBeGreaterThan(runs.numRuns / 10)
  })

  it('accepts only dates that date arithmetic can handle without throwing', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(day, moment), fc.integer({ min: -3660, max: 3660 }), (text, days) => {
        const { success, data } = DateOrTimestamp.safeParse(text)
        if (!success) return
        accepted += 1
        const date = toDay(data)
        expect(isSupported(date)).toBe(true)
        expect(dayNumber(addDays(date, days)) - dayNumber(date)).toBe(days)
        expect(addMonths(date, days)).toMatch(/^\d{4}-/)
        expect([0, 1, 2, 3, 4, 5, 6]).toContain(weekday(date))
        expect(firstInstant(data) <= lastInstant(data)).toBe(true)
        for (const frequency of ['daily', 'weekly', 'monthly', 'yearly'] as const) {
          const rule = { frequency, dayOfWeek: Math.abs(days) % 7 }
          const next = nextOccurrence(date, rule, addDays(date, days))
          expect(next === null || isSupported(next)).toBe(true)
          const { length } = occurrencesBetween(date, rule, date, addDays(date, 40))
          expect(length).toBeGreaterThan(0)
          expect(length).toBeLessThan(42)
        }
      }),
      runs,
    )
    expect(accepted).toBeGreaterThan(runs.numRuns / 10)
  })

  it('rejects the text that iso returns for an invalid Date', () => {
    expect(Timestamp.safeParse(iso(new Date('soon'))).success).toBe(false)
  })
})
