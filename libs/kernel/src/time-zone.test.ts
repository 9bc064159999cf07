import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dateOfDayNumber, dayNumber } from './time.ts'
import { instantRange, lastInstantIn, localDay, localTime, skippedMinutes, startOfDay } from './time-zone.ts'

/**
 * Written by hand from the rules of each zone. Cairo puts its clocks forward at
 * 00:00 on the last Friday of April and back at 24:00 on the last Thursday of October.
 */
const days: [zone: string, date: string, first: string, last: string][] = [
  ['Africa/Cairo', '2027-01-15', '2027-01-14T22:00:00.000Z', '2027-01-15T21:59:59.999Z'],
  ['Africa/Cairo', '2027-07-15', '2027-07-14T21:00:00.000Z', '2027-07-15T20:59:59.999Z'],
  ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00.000Z', '2027-04-30T20:59:59.999Z'], // starts at 01:00
  ['Africa/Cairo', '2027-10-28', '2027-10-27T21:00:00.000Z', '2027-10-28T21:59:59.999Z'], // 23:00 happens twice
  ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'], // 23 hours
  ['Europe/Berlin', '2027-10-31', '2027-10-30T22:00:00.000Z', '2027-10-31T22:59:59.999Z'], // 25 hours
  ['Europe/Berlin', '2027-12-31', '2027-12-30T23:00:00.000Z', '2027-12-31T22:59:59.999Z'],
  ['Pacific/Honolulu', '2027-03-10', '2027-03-10T10:00:00.000Z', '2027-03-11T09:59:59.999Z'],
  ['Pacific/Honolulu', '2027-07-10', '2027-07-10T10:00:00.000Z', '2027-07-11T09:59:59.999Z'],
  ['Asia/Kathmandu', '2027-03-10', '2027-03-09T18:15:00.000Z', '2027-03-10T18:14:59.999Z'],
  ['Asia/Kathmandu', '1986-01-01', '1985-12-31T18:30:00.000Z', '1986-01-01T18:14:59.999Z'], // +05:30 → +05:45
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'], // the 30th was skipped
  ['UTC', '2027-03-10', '2027-03-10T00:00:00.000Z', '2027-03-10T23:59:59.999Z'],
]

describe('startOfDay and lastInstantIn', () => {
  it.each(days)('returns the bounds of a day in %s on %s', (zone, date, first, last) => {
    expect(startOfDay(date, zone).toISOString()).toBe(first)
    expect(lastInstantIn(date, zone).toISOString()).toBe(last)
  })

  it('covers all time without gaps or overlaps in every zone', () => {
    const zone = fc.constantFrom(...days.map(([name]) => name), 'Asia/Kolkata', 'Pacific/Kiritimati')
    const day = fc.integer({ min: dayNumber('1990-01-01'), max: dayNumber('2037-12-31') })
    fc.assert(
      fc.property(zone, day, (name, number) => {
        const date = dateOfDayNumber(number)
        const start = startOfDay(date, name)
        const before = localDay(new Date(start.getTime() - 1), name)
        // A zone that crossed the date line skipped a day.
        const isExact = name !== 'Pacific/Apia' && name !== 'Pacific/Kiritimati'
        expect(before < date).toBe(true)
        expect(!isExact || before === addDays(date, -1)).toBe(true)
        expect(!isExact || localDay(start, name) === date).toBe(true)
        expect(lastInstantIn(addDays(date, -1), name).getTime()).toBe(start.getTime() - 1)
      }),
      { numRuns: 500 },
    )
  })
})

describe('localDay and localTime', () => {
  it.each([
    ['Africa/Cairo', '2027-03-09T21:59:59.999Z', '2027-03-09', '23:59'],
    ['Africa/Cairo', '2027-03-09T22:00:00.000Z', '2027-03-10', '00:00'],
    ['Africa/Cairo', '2027-04-29T22:00:00.000Z', '2027-04-30', '01:00'],
    ['Europe/Berlin', '2027-10-31T00:30:00.000Z', '2027-10-31', '02:30'],
    ['Europe/Berlin', '2027-10-31T01:30:00.000Z', '2027-10-31', '02:30'],
    ['Pacific/Honolulu', '2027-03-10T09:59:59.999Z', '2027-03-09', '23:59'],
    ['Asia/Kathmandu', '2027-03-09T18:15:00.000Z', '2027-03-10', '00:00'],
  ])('returns the day and time in %s at %s', (zone, at, date, time) => {
    expect(localDay(new Date(at), zone)).toBe(date)
    expect(localTime(new Date(at), zone)).toEqual({ date, time })
  })
})

describe('skippedMinutes', () => {
  it.each([
    ['Africa/Cairo', '2027-04-29', null],
    ['Africa/Cairo', '2027-04-30', { start: 0, end: 60 }],
    ['Africa/Cairo', '2027-10-28', null], // 23:00 happens twice
    ['Europe/Berlin', '2027-03-27', null],
    ['Europe/Berlin', '2027-03-28', { start: 120, end: 180 }],
    ['Europe/Berlin', '2027-10-31', null], // 02:00 happens twice
    ['Pacific/Honolulu', '2027-03-14', null], // clocks change in most of the United States
    ['Asia/Kathmandu', '2027-03-28', null],
    ['Asia/Kathmandu', '1986-01-01', { start: 0, end: 15 }], // +05:30 → +05:45
    ['Australia/Lord_Howe', '2027-10-03', { start: 120, end: 150 }],
    ['Pacific/Apia', '2011-12-30', { start: 0, end: 1440 }],
    ['Pacific/Apia', '2011-12-31', null],
  ])('returns the time that does not exist in %s on %s', (zone, date, skipped) => {
    expect(skippedMinutes(date, zone)).toEqual(skipped)
  })
})

describe('instantRange', () => {
  it('reads days in the zone and keeps instants unchanged', () => {
    const range = instantRange({ from: '2027-03-10', to: '2027-03-10T05:00:00.000Z' }, 'Africa/Cairo')
    expect(range.from?.toISOString()).toBe('2027-03-09T22:00:00.000Z')
    expect(range.to?.toISOString()).toBe('2027-03-10T05:00:00.000Z')
    expect(instantRange({}, 'UTC')).toEqual({ from: undefined, to: undefined })
  })

  it('rejects a range that ends before it starts in the zone', () => {
    const range = { from: '2027-03-10', to: '2027-03-09T23:00:00.000Z' }
    expect(() => instantRange(range, 'UTC')).toThrow('must not be after to')
    expect(() => instantRange(range, 'Africa/Cairo')).not.toThrow()
  })
})
