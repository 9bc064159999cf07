import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../working-hours/working-hours.rules.ts'
import {
  intersectSpans,
  mergeSlots,
  performs,
  subtractSpans,
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
  it('is true for all services when a member has no list, and only for listed ones otherwise', () => {
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
