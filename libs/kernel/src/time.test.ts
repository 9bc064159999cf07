import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  dayNumber,
  daysInMonth,
  firstInstant,
  fixedClock,
  formatTimeOfDay,
  hasEnded,
  isCalendarDate,
  lastInstant,
  midnightUtc,
  parseTimeOfDay,
  utcDay,
  weekday,
  withIsoTimes,
} from './index.ts'

const date = fc.integer({ min: -700_000, max: 2_900_000 }).map(dateOfDayNumber)

describe('isCalendarDate', () => {
  it.each([
    '2023-02-30',
    '2100-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '0000-01-01',
    '2027-1-1',
    ' 2027-01-01',
    '',
    5,
    null,
  ])('rejects %j', (value) => expect(isCalendarDate(value)).toBe(false))

  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (value) =>
    expect(isCalendarDate(value)).toBe(true),
  )
})

describe('addDays', () => {
  it('is reversed by adding the negative number of days', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -9000, max: 9000 }), (day, n) => {
        expect(addDays(addDays(day, n), -n)).toBe(day)
      }),
    )
  })
})

describe('dayNumber', () => {
  it('returns numbers in the same order as the date strings', () => {
    fc.assert(
      fc.property(date, date, (a, b) => {
        expect(a < b).toBe(dayNumber(a) < dayNumber(b))
      }),
    )
  })
})

describe('addMonths', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-01-31', 13, '2028-02-29'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-12-15', 1, '2028-01-15'],
    ['2027-01-15', -1, '2026-12-15'],
    ['2027-01-15', -13, '2025-12-15'],
  ])('converts %s plus %d months to %s', (from, months, expected) =>
    expect(addMonths(from, months)).toBe(expected),
  )
})

describe('weekday', () => {
  it.each([
    ['2026-11-15', 0],
    ['1970-01-01', 4],
    ['1969-12-31', 3],
    ['2000-01-01', 6],
  ])('converts %s to %d', (day, expected) => expect(weekday(day)).toBe(expected))
})

describe('daysInMonth', () => {
  it('returns the length of every month, including February in leap years', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(2027, month))).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ])
    expect([2024, 1900, 2000].map((year) => daysInMonth(year, 2))).toEqual([29, 28, 29])
  })
})

describe('addDays and addMonths', () => {
  it('throws RangeError outside the years 1 to 9999', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addMonths('0001-01-01', -1)).toThrow(RangeError)
  })
})

describe('midnightUtc and utcDay', () => {
  it('returns the midnight of a date in UTC, and the UTC date of an instant', () => {
    expect(midnightUtc('2027-03-10')).toBe('2027-03-10T00:00:00.000Z')
    expect(utcDay(new Date('2027-03-10T23:59:59.999Z'))).toBe('2027-03-10')
  })
})

describe('formatTimeOfDay and parseTimeOfDay', () => {
  it('round-trips every minute of the day', () => {
    for (let minute = 0; minute < 1440; minute++) expect(parseTimeOfDay(formatTimeOfDay(minute))).toBe(minute)
  })
})

describe('parseTimeOfDay', () => {
  it.each(['24:00', '9:00', '09:60', '0900', '09:00:00', ''])('rejects "%s"', (text) =>
    expect(() => parseTimeOfDay(text)).toThrow('HH:mm'),
  )
})

describe('formatTimeOfDay', () => {
  it.each([-1, 1440, 0.5])('rejects %d', (minute) =>
    expect(() => formatTimeOfDay(minute)).toThrow(RangeError),
  )
})

describe('fixedClock', () => {
  it('only moves when it is set or advanced', () => {
    const clock = fixedClock('2027-03-10T23:59:59Z')
    expect(clock.today()).toBe('2027-03-10')
    clock.advance(1000)
    expect([clock.now().toISOString(), clock.today()]).toEqual(['2027-03-11T00:00:00.000Z', '2027-03-11'])
    clock.set('2027-01-01')
    expect(clock.today()).toBe('2027-01-01')
  })

  it('rejects text that is not a time', () => {
    expect(() => fixedClock('soon')).toThrow('"soon" is not an ISO date or time')
  })
})

describe('withIsoTimes', () => {
  it('converts top-level Date fields to text and keeps everything else', () => {
    const at = new Date('2027-03-10T09:00:00.5Z')
    expect(withIsoTimes({ name: 'Eid', at, endedAt: null as Date | null, tags: [at] })).toEqual({
      name: 'Eid',
      at: '2027-03-10T09:00:00.500Z',
      endedAt: null,
      tags: [at],
    })
  })
})

describe('firstInstant and lastInstant', () => {
  it('returns the first and last millisecond of a day, and an instant unchanged', () => {
    expect(firstInstant('2027-03-10')).toEqual(new Date('2027-03-10T00:00:00.000Z'))
    expect(lastInstant('2027-03-10')).toEqual(new Date('2027-03-10T23:59:59.999Z'))
    expect(firstInstant('2027-03-10T09:30:00.000Z')).toEqual(new Date('2027-03-10T09:30:00.000Z'))
    expect(lastInstant('2027-03-10T09:30:00.000Z')).toEqual(new Date('2027-03-10T09:30:00.000Z'))
  })
})

describe('hasEnded', () => {
  it('returns true once the end is reached, and false when there is no end', () => {
    const now = new Date(1000)
    expect([999, 1000, 1001].map((end) => hasEnded(new Date(end), now))).toEqual([true, true, false])
    expect(hasEnded(null, now)).toBe(false)
  })
})
