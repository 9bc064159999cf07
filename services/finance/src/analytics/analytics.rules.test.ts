import { describe, expect, it } from 'vitest'
import { periodsOf, toSeries, toSeriesRange } from './analytics.rules.ts'

describe('periodsOf', () => {
  it('returns days, weeks starting on Monday, or months, including partial periods at both ends', () => {
    const range = { from: '2027-02-27', to: '2027-03-02' }
    expect(periodsOf(range, 'day')).toEqual(['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02'])
    expect(periodsOf(range, 'week')).toEqual(['2027-02-22', '2027-03-01'])
    expect(periodsOf(range, 'month')).toEqual(['2027-02', '2027-03'])
  })
})

describe('toSeriesRange', () => {
  it('defaults to the last 30 days, 12 weeks or 12 months', () => {
    const open = { from: null, to: null }
    const count = (groupBy: 'day' | 'week' | 'month') =>
      periodsOf(toSeriesRange(open, groupBy, '2027-03-31'), groupBy).length
    expect([count('day'), count('week'), count('month')]).toEqual([30, 12, 12])
  })
})

describe('periodsOf', () => {
  it('rejects a range of more than 1,000 periods', () => {
    expect(periodsOf({ from: '2020-01-01', to: '2022-09-26' }, 'day')).toHaveLength(1000)
    expect(() => periodsOf({ from: '2020-01-01', to: '2022-09-27' }, 'day')).toThrow(/1000 periods/)
  })
})

describe('toSeries', () => {
  it('separates currencies and fills periods without entries with 0', () => {
    const series = toSeries(
      ['2027-02', '2027-03'],
      'month',
      {
        incomes: [
          { date: '2027-02-01', currencyCode: 'USD', totalMinor: 1000 },
          { date: '2027-02-28', currencyCode: 'USD', totalMinor: 50 },
        ],
        expenses: [{ date: '2027-03-31', currencyCode: 'KWD', totalMinor: 1500 }],
      },
      'EUR',
    )
    expect(series).toEqual([
      { period: '2027-02', currencyCode: 'KWD', income: 0, expense: 0, net: 0 },
      { period: '2027-02', currencyCode: 'USD', income: 10.5, expense: 0, net: 10.5 },
      { period: '2027-03', currencyCode: 'KWD', income: 0, expense: 1.5, net: -1.5 },
      { period: '2027-03', currencyCode: 'USD', income: 0, expense: 0, net: 0 },
    ])
    expect(toSeries(['2027-02'], 'month', { incomes: [], expenses: [] }, 'EUR')).toMatchObject([
      { currencyCode: 'EUR', net: 0 },
    ])
  })
})
