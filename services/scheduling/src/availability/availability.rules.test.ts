import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intersectSpans, openSpans, toSlots, subtractSpans } from './availability.rules.ts'
import type { Span } from './availability.rules.ts'

const spans = (...each: [number, number][]): Span[] => each.map(([start, end]) => ({ start, end }))

describe('openSpans', () => {
  it('returns the working hours of an open day, the whole day without a schedule and no time for a closed day', () => {
    const closed = { isOpen: false, intervals: [{ start: '09:00', end: '10:00' }] }
    const open = { isOpen: true, intervals: [{ start: '09:00', end: '10:30' }] }
    const week = {
      sunday: closed,
      monday: open,
      tuesday: open,
      wednesday: open,
      thursday: open,
      friday: open,
      saturday: open,
    }
    expect(openSpans(null, '2027-03-10')).toEqual(spans([0, 1440]))
    expect(openSpans(week, '2027-03-10')).toEqual(spans([540, 630]))
    expect(openSpans(week, '2027-03-14')).toEqual([])
  })
})

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
    const inOrder = (all: Span[]) => all.toSorted((a, b) => a.start - b.start)
    const covers = (all: Span[], minute: number) =>
      all.some(({ start, end }) => start <= minute && minute < end)
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), fc.integer({ min: 0, max: 1439 }), (given, minute) => {
        const open = spans([60, 600], [700, 1440])
        const busy = inOrder(given)
        expect(covers(subtractSpans(open, busy), minute)).toBe(covers(open, minute) && !covers(busy, minute))
      }),
    )
  })
})
