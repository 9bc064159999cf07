import { describe, expect, it } from 'vitest'
import { toLocal, toMoment } from './local-time.rules.ts'

describe('toMoment', () => {
  it('reverses toLocal, even when clocks change', () => {
    for (const at of ['2026-04-23T21:30:00.000Z', '2026-10-29T19:30:00.000Z', '2026-07-01T12:00:00.000Z'])
      expect(toMoment(toLocal(at, 'Africa/Cairo'), 'Africa/Cairo')).toBe(at)
  })

  it('moves a time that clocks skip by one hour', () => {
    // In Cairo, 24 April 2026 begins at 01:00.
    expect(toLocal(toMoment('2026-04-24T00:30', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2026-04-24T01:30')
  })
})
