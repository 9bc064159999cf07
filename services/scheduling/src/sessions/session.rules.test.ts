import { addDays, firstDate, lastDate, toDay } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkBookable,
  checkMove,
  durationFor,
  isWithinHours,
  listDays,
  localMinute,
  timeAt,
  toInterval,
} from './session.rules.ts'
import { SessionChanges } from './session.contract.ts'

const minutes = (...each: (number | null)[]) => each.map((durationMinutes) => ({ durationMinutes }))

describe('durationFor', () => {
  it.each([
    [15, minutes(30, 45), 15],
    [null, minutes(30, 45), 75],
    [null, minutes(30, null, 30), 60],
    [null, minutes(null), 60],
    [null, minutes(0), 60],
    [null, minutes(1440), 1440],
  ])(
    'combines a given duration of %s and services of %j minutes to %s minutes',
    (given, services, wanted) => {
      expect(durationFor(given, services)).toBe(wanted)
    },
  )

  it('rejects services that take more than a day in total', () => {
    expect(() => durationFor(null, minutes(1440, 1))).toThrow(
      /cannot exceed 1440 minutes in total, but take 1441/,
    )
  })
})

describe('toDay', () => {
  it.each([
    ['2027-03-10', '2027-03-10'],
    ['2027-03-10T23:59:59', '2027-03-10'],
    ['2027-03-10T23:59:59Z', '2027-03-10'],
    ['2027-03-10T23:30:00-05:00', '2027-03-11'],
    ['2027-03-10T00:30:00+05:00', '2027-03-09'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['2027-12-31T23:30:00-01:00', '2028-01-01'],
  ])('converts %s to %s', (given, day) => {
    expect(toDay(SessionChanges.parse({ date: given }).date!)).toBe(day)
  })
})

describe('toInterval', () => {
  it('accepts the first and last supported days', () => {
    for (const day of [firstDate, lastDate])
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }), (start, length) => {
          const interval = toInterval(day, timeAt(start), length)
          expect(listDays(interval)[0]).toBe(day)
          expect(timeAt(interval.endMinute)).toMatch(/^\d\d:\d\d$/)
        }),
      )
  })
  it.each([
    ['2027-03-10', '09:00', 30, '09:30', ['2027-03-10']],
    ['2027-03-10', '23:00', 60, '00:00', ['2027-03-10']],
    ['2027-03-10', '23:00', 61, '00:01', ['2027-03-10', '2027-03-11']],
    ['2027-02-28', '23:30', 45, '00:15', ['2027-02-28', '2027-03-01']],
    ['2028-02-28', '23:30', 45, '00:15', ['2028-02-28', '2028-02-29']],
    ['2027-12-31', '12:00', 1440, '12:00', ['2027-12-31', '2028-01-01']],
    ['2027-12-31', '00:00', 1440, '00:00', ['2027-12-31']],
  ])(
    'converts a start on %s at %s and a duration of %i minutes to the end time %s and the days %j',
    (date, startTime, duration, endTime, days) => {
      const interval = toInterval(date, startTime, duration)
      expect(timeAt(interval.startMinute)).toBe(startTime)
      expect(timeAt(interval.endMinute)).toBe(endTime)
      expect(listDays(interval)).toEqual(days)
    },
  )

  const anyStart = fc.record({
    day: fc.integer({ min: 0, max: 40_000 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    duration: fc.integer({ min: 1, max: 1440 }),
  })

  it("covers the session's day, and the next day only if the session ends after midnight", () => {
    fc.assert(
      fc.property(anyStart, ({ day, minute, duration }) => {
        const date = addDays('1990-01-01', day)
        const days = listDays(toInterval(date, timeAt(minute), duration))
        expect(days).toEqual(minute + duration > 1440 ? [date, addDays(date, 1)] : [date])
      }),
    )
  })
})

describe('checkMove', () => {
  it('allows a session to move to the next status, and rejects other moves and changes to a completed session', () => {
    expect(() => checkMove('scheduled', 'in-progress')).not.toThrow()
    expect(() => checkMove('in-progress', 'completed')).not.toThrow()
    expect(() => checkMove('scheduled', 'completed')).toThrow(/it can only become in-progress or cancelled/)
    expect(() => checkMove('scheduled', 'scheduled')).toThrow(/cannot change from scheduled to scheduled/)
    expect(() => checkMove('completed', 'cancelled')).toThrow(/a completed session is final/)
  })
})

describe('checkBookable', () => {
  it('rejects inactive services and services with a scope other than sessions', () => {
    const haircut = { name: 'Haircut', scope: 'sessions', isActive: true }
    expect(() => checkBookable([haircut])).not.toThrow()
    expect(() => checkBookable([haircut, { ...haircut, scope: 'products' }])).toThrow(
      /has the scope products/,
    )
    expect(() => checkBookable([{ ...haircut, isActive: false }])).toThrow(/must be active/)
  })
})

const closed = { isOpen: false, intervals: [] }
const open = (...intervals: [string, string][]) => ({
  isOpen: true,
  intervals: intervals.map(([start, end]) => ({ start, end })),
})
const week = {
  monday: closed,
  tuesday: closed,
  wednesday: open(['09:00', '12:00'], ['12:00', '17:00']),
  thursday: open(['20:00', '23:59']),
  friday: open(['00:00', '02:00']),
  saturday: closed,
  sunday: closed,
}

describe('isWithinHours', () => {
  // 10 March 2027 is a Wednesday.
  it.each([
    ['2027-03-10', '09:00', 60, true],
    ['2027-03-10', '08:59', 60, false],
    ['2027-03-10', '11:00', 120, true], // over adjacent intervals
    ['2027-03-10', '16:01', 60, false],
    ['2027-03-09', '10:00', 60, false],
    ['2027-03-11', '20:00', 239, true],
    ['2027-03-11', '23:00', 120, false], // 23:59 is closed
    ['2027-03-12', '00:00', 120, true],
    ['2027-03-12', '01:00', 61, false],
  ])('checks a session on %s at %s for %i minutes and returns %s', (date, startTime, minutes, isWithin) => {
    expect(isWithinHours(week, toInterval(date, startTime, minutes))).toBe(isWithin)
    expect(isWithinHours(null, toInterval(date, startTime, minutes))).toBe(true)
  })
})

describe('localMinute', () => {
  it.each([
    ['Africa/Cairo', '2027-03-09T22:30:00.000Z', '2027-03-10', '00:30'],
    ['Europe/Berlin', '2027-03-28T01:00:00.000Z', '2027-03-28', '03:00'],
    ['Pacific/Honolulu', '2027-03-10T09:59:59.999Z', '2027-03-09', '23:59'],
    ['Asia/Kathmandu', '2027-03-09T18:15:00.000Z', '2027-03-10', '00:00'],
  ])('maps %s at %s to the minute of %s %s', (zone, at, date, time) => {
    expect(localMinute(new Date(at), zone)).toBe(toInterval(date, time, 1).startMinute)
  })
})
