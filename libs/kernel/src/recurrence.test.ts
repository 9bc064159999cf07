import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOfDayNumber,
  daysInMonth,
  dateParts,
  nextOccurrence,
  occurrencesBetween,
  weekday,
} from './index.ts'
import type { RecurrenceRule } from './index.ts'

/** Read from a printed calendar instead of computed: [anchor, rule, from, expected]. */
const golden: [string, RecurrenceRule, string, string][] = [
  // Monthly on the 31st: the last day of shorter months, then the 31st again.
  ['2027-01-31', { frequency: 'monthly' }, '2027-01-31', '2027-01-31'],
  ['2027-01-31', { frequency: 'monthly' }, '2027-02-01', '2027-02-28'],
  ['2027-01-31', { frequency: 'monthly' }, '2027-02-28', '2027-02-28'],
  ['2027-01-31', { frequency: 'monthly' }, '2027-03-01', '2027-03-31'],
  ['2027-01-31', { frequency: 'monthly' }, '2027-04-01', '2027-04-30'],
  ['2027-01-31', { frequency: 'monthly' }, '2028-02-01', '2028-02-29'],
  ['2027-01-30', { frequency: 'monthly' }, '2028-02-01', '2028-02-29'],
  ['2027-01-29', { frequency: 'monthly' }, '2027-02-01', '2027-02-28'],
  // Across the end of the year.
  ['2026-11-15', { frequency: 'monthly' }, '2026-12-16', '2027-01-15'],
  ['2026-12-31', { frequency: 'monthly' }, '2027-01-01', '2027-01-31'],
  ['2026-12-31', { frequency: 'daily' }, '2027-01-01', '2027-01-01'],
  ['2026-12-31', { frequency: 'yearly' }, '2027-01-01', '2027-12-31'],
  ['2026-01-01', { frequency: 'yearly' }, '2026-12-31', '2027-01-01'],
  // Rules with a day of the month.
  ['2027-01-10', { frequency: 'monthly', dayOfMonth: 5 }, '2027-01-10', '2027-02-05'],
  ['2027-01-10', { frequency: 'monthly', dayOfMonth: 20 }, '2027-01-10', '2027-01-20'],
  ['2027-01-10', { frequency: 'monthly', dayOfMonth: 31 }, '2027-02-01', '2027-02-28'],
  // Yearly on February 29: the 28th in common years (2100 is one, 2400 is a leap year).
  ['2028-02-29', { frequency: 'yearly' }, '2028-02-29', '2028-02-29'],
  ['2028-02-29', { frequency: 'yearly' }, '2028-03-01', '2029-02-28'],
  ['2028-02-29', { frequency: 'yearly' }, '2032-01-01', '2032-02-29'],
  ['2028-02-29', { frequency: 'yearly' }, '2100-01-01', '2100-02-28'],
  ['2028-02-29', { frequency: 'yearly' }, '2400-01-01', '2400-02-29'],
  // Rules with a month, with or without a day.
  ['2027-06-15', { frequency: 'yearly', monthOfYear: 2, dayOfMonth: 31 }, '2027-06-15', '2028-02-29'],
  ['2027-06-15', { frequency: 'yearly', monthOfYear: 9 }, '2027-06-15', '2027-09-15'],
  // Weekly: 2027-03-10 is a Wednesday and 2026-12-31 is a Thursday.
  ['2027-03-10', { frequency: 'weekly' }, '2027-03-10', '2027-03-10'],
  ['2027-03-10', { frequency: 'weekly' }, '2027-03-11', '2027-03-17'],
  ['2027-03-10', { frequency: 'weekly', dayOfWeek: 5 }, '2027-03-10', '2027-03-12'],
  ['2027-03-10', { frequency: 'weekly', dayOfWeek: 0 }, '2027-03-10', '2027-03-14'],
  ['2027-03-10', { frequency: 'weekly', dayOfWeek: 3 }, '2027-03-10', '2027-03-10'],
  ['2027-03-10', { frequency: 'weekly', dayOfWeek: 2 }, '2027-03-10', '2027-03-16'],
  ['2026-12-31', { frequency: 'weekly' }, '2027-01-01', '2027-01-07'],
  ['2027-03-10', { frequency: 'weekly', dayOfWeek: null }, '2027-03-11', '2027-03-17'],
  // An occurrence is never before the anchor.
  ['2027-03-10', { frequency: 'daily' }, '2020-01-01', '2027-03-10'],
  ['2027-03-10', { frequency: 'yearly' }, '2020-01-01', '2027-03-10'],
]

const maxPeriodDays = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }
const date = fc.integer({ min: -25_000, max: 100_000 }).map(dateOfDayNumber)
const rule: fc.Arbitrary<RecurrenceRule> = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
  dayOfWeek: fc.option(fc.integer({ min: 0, max: 6 })),
  dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
  monthOfYear: fc.option(fc.integer({ min: 1, max: 12 })),
})

describe('nextOccurrence', () => {
  it.each([
    ['2999-12-31', { frequency: 'daily' }, '2999-12-31'],
    ['2999-12-31', { frequency: 'weekly', dayOfWeek: 0 }, null],
    ['2999-12-31', { frequency: 'monthly', dayOfMonth: 1 }, null],
    ['2999-12-31', { frequency: 'yearly', monthOfYear: 2 }, null],
    ['9999-12-31', { frequency: 'weekly', dayOfWeek: 0 }, null],
  ] as const)(
    'maps the anchor %s and the rule %j to %s because occurrences end with the year 2999',
    (anchor, one, expected) => {
      expect(nextOccurrence(anchor, one, '2027-01-01')).toBe(expected)
    },
  )

  it.each(golden)('maps the anchor %s, the rule %j and the start %s to %s', (anchor, one, from, expected) => {
    expect(nextOccurrence(anchor, one, from)).toBe(expected)
  })

  it('returns a date on or after both the anchor and `from`, at most one period later', () => {
    fc.assert(
      fc.property(date, rule, date, (anchor, one, from) => {
        const next = nextOccurrence(anchor, one, from)!
        const start = from > anchor ? from : anchor
        expect(next >= start).toBe(true)
        expect(next <= addDays(start, maxPeriodDays[one.frequency])).toBe(true)
      }),
    )
  })

  it('returns `from` when it is an occurrence', () => {
    fc.assert(
      fc.property(date, rule, date, (anchor, one, from) => {
        const next = nextOccurrence(anchor, one, from)!
        expect(nextOccurrence(anchor, one, next)).toBe(next)
      }),
    )
  })

  it('returns the day set by the rule or the anchor, or the last day of a shorter month', () => {
    fc.assert(
      fc.property(date, rule, date, (anchor, one, from) => {
        const next = nextOccurrence(anchor, one, from)!
        const of = dateParts(anchor)
        const { year, month, day } = dateParts(next)
        const expectedDay = Math.min(one.dayOfMonth ?? of.day, daysInMonth(year, month))
        const isExpected = {
          daily: true,
          weekly: weekday(next) === (one.dayOfWeek ?? weekday(anchor)),
          monthly: day === expectedDay,
          yearly: day === expectedDay && month === (one.monthOfYear ?? of.month),
        }
        expect(isExpected[one.frequency]).toBe(true)
      }),
    )
  })
})

describe('occurrencesBetween', () => {
  it('includes the first and last day of the range', () => {
    expect(occurrencesBetween('2027-01-31', { frequency: 'monthly' }, '2027-01-31', '2027-04-30')).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })

  it('returns an empty list when the range ends before it begins or before the anchor', () => {
    expect(occurrencesBetween('2027-01-01', { frequency: 'daily' }, '2027-02-02', '2027-02-01')).toEqual([])
    expect(occurrencesBetween('2027-01-01', { frequency: 'daily' }, '2026-01-01', '2026-12-31')).toEqual([])
  })

  it('returns no date after the year 9999', () => {
    expect(occurrencesBetween('9999-12-30', { frequency: 'daily' }, '9999-12-01', '9999-12-31')).toEqual([
      '9999-12-30',
      '9999-12-31',
    ])
    expect(occurrencesBetween('9999-06-30', { frequency: 'monthly' }, '9999-12-01', '9999-12-31')).toEqual([
      '9999-12-30',
    ])
    expect(occurrencesBetween('9999-06-30', { frequency: 'yearly' }, '9999-01-01', '9999-12-31')).toEqual([
      '9999-06-30',
    ])
  })

  it('returns exactly the days that nextOccurrence maps to themselves', () => {
    fc.assert(
      fc.property(date, rule, date, fc.integer({ min: 0, max: 800 }), (anchor, one, from, length) => {
        const days = Array.from({ length: length + 1 }, (_, offset) => addDays(from, offset))
        const expected = days.filter((day) => day >= anchor && nextOccurrence(anchor, one, day) === day)
        expect(occurrencesBetween(anchor, one, from, addDays(from, length))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })
})
