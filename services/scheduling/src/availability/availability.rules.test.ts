import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../working-hours/working-hours.rules.ts'
import {
  intersectSpans,
  mergeSlots,
  performs,
  subtractSpans,
  toBookableSlots,
  toSlots,
  withBuffers,
} from './availability.rules.ts'

const spans = (...each: [number, number][]): Span[] => each.map(([start, end]) => ({ start, end }))

describe('intersectSpans', () => {
  it('returns the times at which two schedules are both open', () => {
    expect(intersectSpans(spans([540, 720], [780, 1020]), spans([600, 900]))).toEqual(
      spans([600, 720], [780, 900]),
    )
    expect(intersectSpans(spans([540, 600]), spans([600, 660]))).toEqual([])
  })
})

describe('subtractSpans', () => {
  it('subtracts busy times, even if they overlap each other or extend past the free time', () => {
    const busy = spans([-60, 550], [600, 660], [610, 640], [650, 700], [1000, 1500])
    expect(subtractSpans(spans([540, 1020]), busy)).toEqual(spans([550, 600], [700, 1000]))
    expect(subtractSpans(spans([540, 600]), spans([0, 1440]))).toEqual([])
  })
})

describe('toSlots', () => {
  it('fills each free time with consecutive slots, starting at its beginning', () => {
    expect(toSlots(spans([540, 625], [1380, 1440]), 30)).toEqual([
      { startTime: '09:00', endTime: '09:30' },
      { startTime: '09:30', endTime: '10:00' },
      { startTime: '23:00', endTime: '23:30' },
      { startTime: '23:30', endTime: '00:00' },
    ])
  })
})

describe('subtractSpans with generated spans', () => {
  it('keeps a minute only when it is open and not busy', () => {
    const span = fc
      .tuple(fc.integer({ min: -100, max: 1500 }), fc.integer({ min: 1, max: 400 }))
      .map(([start, length]) => ({ start, end: start + length }))
    const covers = (all: Span[], minute: number) =>
      all.some(({ start, end }) => start <= minute && minute < end)
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), fc.integer({ min: 0, max: 1439 }), (given, minute) => {
        const open = spans([60, 600], [700, 1440])
        expect(covers(subtractSpans(open, given), minute)).toBe(
          covers(open, minute) && !covers(given, minute),
        )
      }),
    )
  })
})

describe('withBuffers', () => {
  it('keeps the time after a session of the service free before a busy time, and vice versa', () => {
    const service = { bufferBeforeMinutes: 10, bufferAfterMinutes: 15 }
    expect(withBuffers({ start: 600, end: 660 }, service)).toEqual({ start: 585, end: 670 })
    expect(withBuffers({ start: 600, end: 660 }, null)).toEqual({ start: 600, end: 660 })
  })
})

describe('performs', () => {
  it('returns true for all services when a member has no list, and only for listed services when there is one', () => {
    expect(performs({ serviceIds: null }, 'a')).toBe(true)
    expect(performs({}, 'a')).toBe(true)
    expect(performs({ serviceIds: ['a'] }, 'a')).toBe(true)
    expect(performs({ serviceIds: ['a'] }, 'b')).toBe(false)
    expect(performs({ serviceIds: [] }, 'a')).toBe(false)
    expect(performs({ serviceIds: [] }, undefined)).toBe(true)
  })
})

describe('mergeSlots', () => {
  it('combines equal slots and sorts them by time', () => {
    const slot = (startTime: string) => ({ startTime, endTime: '23:00' })
    expect(
      mergeSlots([
        { staffId: 'a', slots: [slot('09:30')] },
        { staffId: 'b', slots: [slot('09:00'), slot('09:30')] },
      ]),
    ).toEqual([
      { ...slot('09:00'), staffIds: ['b'] },
      { ...slot('09:30'), staffIds: ['a', 'b'] },
    ])
    expect(mergeSlots([])).toEqual([])
  })
})

describe('toBookableSlots', () => {
  const slotsOf = (timeZone: string, day: string, now: string, from: number, to: number) =>
    toBookableSlots(spans([from * 60, to * 60]), 30, { day, now: new Date(now), timeZone }).map(
      ({ startTime }) => startTime,
    )

  /** Written by hand from the rules of each zone; the times are UTC. */
  it.each([
    // Cairo puts its clocks forward at midnight: 00:00 to 01:00 does not exist.
    ['Africa/Cairo', '2027-04-30', '2027-04-29T12:00:00Z', 0, 2, ['01:00', '01:30']],
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00Z', 0, 2, ['01:00', '01:30']], // now is 01:00
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:01Z', 0, 2, ['01:00', '01:30']],
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:01:00Z', 0, 2, ['01:30']],
    // Its 28th of October has 23:00 twice; both are the same slot, until the second one has begun.
    ['Africa/Cairo', '2027-10-28', '2027-10-28T19:00:00Z', 22, 24, ['22:00', '22:30', '23:00', '23:30']],
    ['Africa/Cairo', '2027-10-28', '2027-10-28T20:00:00Z', 22, 24, ['23:00', '23:30']], // first 23:00
    ['Africa/Cairo', '2027-10-28', '2027-10-28T21:00:00Z', 22, 24, ['23:00', '23:30']], // second 23:00
    ['Africa/Cairo', '2027-10-28', '2027-10-28T21:01:00Z', 22, 24, ['23:30']],
    ['Africa/Cairo', '2027-10-28', '2027-10-28T22:00:00Z', 22, 24, []], // the next day
    // Berlin skips 02:00 to 03:00, and no slot reaches into that hour.
    ['Europe/Berlin', '2027-03-28', '2027-03-27T12:00:00Z', 1, 4, ['01:00', '01:30', '03:00', '03:30']],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T00:59:59Z', 1, 4, ['03:00', '03:30']], // now is 01:59
    ['Europe/Berlin', '2027-03-28', '2027-03-28T01:00:00Z', 1, 4, ['03:00', '03:30']], // now is 03:00
    ['Europe/Berlin', '2027-10-31', '2027-10-31T00:30:00Z', 2, 3, ['02:30']], // first 02:30
    ['Europe/Berlin', '2027-10-31', '2027-10-31T01:00:00Z', 2, 3, ['02:00', '02:30']], // second 02:00
    ['Europe/Berlin', '2027-10-31', '2027-10-31T01:31:00Z', 2, 3, []],
    // Honolulu and Kathmandu never change their clocks.
    ['Pacific/Honolulu', '2027-03-14', '2027-03-14T11:00:00Z', 0, 3, ['01:00', '01:30', '02:00', '02:30']],
    ['Pacific/Honolulu', '2027-03-13', '2027-03-14T09:59:00Z', 22, 24, []], // now is 23:59
    ['Asia/Kathmandu', '2027-03-28', '2027-03-27T18:15:00Z', 0, 1, ['00:00', '00:30']], // now is 00:00
    ['Asia/Kathmandu', '2027-03-28', '2027-03-27T18:16:00Z', 0, 1, ['00:30']],
    ['Asia/Kathmandu', '2027-03-27', '2027-03-27T18:15:00Z', 0, 24, []],
  ])('lists the slots in %s on %s at %s', (timeZone, day, now, from, to, expected) => {
    expect(slotsOf(timeZone, day, now, from, to)).toEqual(expected)
  })

  it('offers no slot that extends into a skipped hour', () => {
    const day = '2027-03-28'
    const moment = { day, now: new Date('2027-03-01'), timeZone: 'Europe/Berlin' }
    expect(toBookableSlots(spans([90, 240]), 45, moment)).toEqual([{ startTime: '03:00', endTime: '03:45' }])
  })
})
