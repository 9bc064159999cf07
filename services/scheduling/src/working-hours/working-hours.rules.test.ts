import { describe, expect, it } from 'vitest'
import { openSpans } from './working-hours.rules.ts'
import type { Span } from './working-hours.rules.ts'

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
