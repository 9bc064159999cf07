import { describe, expect, it } from 'vitest'
import { daysUntil, figureOf } from './series.rules.ts'

const series = [
  { date: '2026-11-16', value: 2 },
  { date: '2026-11-17', value: 6 },
  { date: '2026-11-18', value: 4 },
]

describe('daysUntil', () => {
  it('returns the period and the one before it, without a gap or an overlap', () => {
    expect(daysUntil('2026-11-17', 30)).toEqual({
      now: { from: '2026-10-19', to: '2026-11-17' },
      before: { from: '2026-09-19', to: '2026-10-18' },
    })
  })
})

describe('figureOf', () => {
  it('sums payments and uses the last number of subscriptions', () => {
    expect(figureOf('revenue', series)).toBe(12)
    expect(figureOf('activeSubscriptions', series)).toBe(4)
    expect(figureOf('activeSubscriptions', [])).toBe(0)
  })
})
