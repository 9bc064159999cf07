import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyChange, matchesQuery, mergeCounters, sumChanges } from './counter.rules.ts'
import type { CounterChange } from './counter.rules.ts'

describe('sumChanges', () => {
  it('counts a dated change toward its day, its month and all time, and an undated change only toward its bucket', () => {
    const counters = sumChanges([dailyChange('payments', 'sms', '2027-02-28', 1, 250)])
    expect(counters.map(({ span, bucket, amount, count }) => [span, bucket, amount, count])).toEqual([
      ['day', '2027-02-28', 250, 1],
      ['month', '2027-02', 250, 1],
      ['all', 'all', 250, 1],
    ])
    const group: CounterChange = {
      family: 'groups',
      kind: 'k',
      bucket: 'plan',
      isDated: false,
      amount: 5,
      count: -1,
      label: '{}',
    }
    expect(sumChanges([group])).toMatchObject([
      { span: 'all', bucket: 'plan', amount: 5, count: -1, label: '{}' },
    ])
  })
})

describe('mergeCounters', () => {
  it('returns the same counters regardless of how many changes are already rolled up', () => {
    const change = fc
      .record({
        day: fc.constantFrom('2027-01-31', '2027-02-01', '2027-02-02'),
        kind: fc.constantFrom('a', 'b'),
        count: fc.integer({ min: -3, max: 3 }),
        amount: fc.integer({ min: -900, max: 900 }),
      })
      .map(({ day, kind, count, amount }) => dailyChange('payments', kind, day, count, amount))
    fc.assert(
      fc.property(fc.array(change), fc.nat(), (changes, at) => {
        const cut = changes.length === 0 ? 0 : at % changes.length
        const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
        const rolledUp = sumChanges(changes.slice(0, cut))
        const whole = mergeCounters(rolledUp, sumChanges(changes.slice(cut)))
        expect(whole.toSorted(byId)).toEqual(sumChanges(changes).toSorted(byId))
      }),
    )
  })
})

describe('matchesQuery', () => {
  it('matches counters with the given name and span, including the first and last bucket of the range', () => {
    const query = { name: 'payments', span: 'day', from: '2027-02-01', to: '2027-02-28' } as const
    const of = (day: string) =>
      sumChanges([dailyChange('payments', 'sms', day, 1)]).filter((counter) => matchesQuery(counter, query))
    expect(of('2027-02-01')).toHaveLength(1)
    expect(of('2027-02-28')).toHaveLength(1)
    expect(of('2027-03-01')).toEqual([])
    expect(
      sumChanges([dailyChange('expenses', 'all', '2027-02-01', 1)]).some((counter) =>
        matchesQuery(counter, query),
      ),
    ).toBe(false)
  })
})
