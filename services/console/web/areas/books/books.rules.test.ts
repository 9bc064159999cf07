import type { Analytics, EntryStats } from '@workspace-platform/client/finance'
import { describe, expect, it } from 'vitest'
import { currenciesIn, largestParts, pointsIn, rangesOf, statsIn, valuesOf } from './books.rules.ts'

const statsOf = (...currencies: { currencyCode: string; total: number }[]) =>
  ({ from: '', to: '', currencies }) as unknown as EntryStats

describe('rangesOf', () => {
  it('compares a period with the same number of days before it', () => {
    expect(rangesOf('week', '2026-03-03')).toEqual({
      current: { from: '2026-02-25', to: '2026-03-03' },
      before: { from: '2026-02-18', to: '2026-02-24' },
    })
    expect(rangesOf('month', '2026-11-17').current).toEqual({ from: '2026-10-19', to: '2026-11-17' })
  })

  it('compares whole months for a year', () => {
    expect(rangesOf('year', '2026-02-17')).toEqual({
      current: { from: '2025-03-01', to: '2026-02-28' },
      before: { from: '2024-03-01', to: '2025-02-28' },
    })
  })
})

describe('pointsIn', () => {
  it('returns every day, or every month of a year', () => {
    const { current } = rangesOf('week', '2026-03-03')
    expect(pointsIn(current, 'week')).toEqual([
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
    ])
    const months = pointsIn(rangesOf('year', '2026-02-17').current, 'year')
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-03', '2026-02'])
  })
})

describe('valuesOf', () => {
  it('uses one currency and fills points that have no entries', () => {
    const row = { currencyCode: 'EGP', income: 10, expense: 4, net: 6 }
    const analytics: Analytics = {
      groupBy: 'day',
      series: [
        { ...row, period: '2026-03-01' },
        { ...row, period: '2026-03-01', currencyCode: 'USD', income: 99 },
      ],
    }
    expect(valuesOf(analytics, 'EGP', 'income', ['2026-03-01', '2026-03-02'])).toEqual([10, 0])
    expect(valuesOf(analytics, 'EGP', 'net', ['2026-03-01'])).toEqual([6])
  })
})

describe('statsIn and currenciesIn', () => {
  it('never mixes currencies', () => {
    const stats = statsOf({ currencyCode: 'USD', total: 5 }, { currencyCode: 'EGP', total: 120 })
    expect([statsIn(stats, 'EGP').total, statsIn(stats, 'EUR').total]).toEqual([120, 0])
    expect(currenciesIn('EGP', stats, statsOf({ currencyCode: 'EUR', total: 1 }))).toEqual([
      'EGP',
      'USD',
      'EUR',
    ])
  })
})

describe('largestParts', () => {
  it('adds up all parts except the largest', () => {
    const parts = [1, 2, 3, 4, 5, 6, 7].map((total) => ({ name: `c${total}`, total }))
    expect(largestParts(parts)).toEqual([
      { name: 'c7', total: 7 },
      { name: 'c6', total: 6 },
      { name: 'c5', total: 5 },
      { name: 'c4', total: 4 },
      { name: 'c3', total: 3 },
      { name: undefined, total: 3 },
    ])
  })
})
