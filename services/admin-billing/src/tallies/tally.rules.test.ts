import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dailyChange, isWanted, mergeTallies, sumChanges } from './tally.rules.ts'
import type { Change } from './tally.rules.ts'

test('a dated change counts for its day, its month and all time; another only for its bucket', () => {
  const tallies = sumChanges([dailyChange('payments', 'sms', '2027-02-28', 1, 250)])
  expect(tallies.map(({ span, bucket, amount, count }) => [span, bucket, amount, count])).toEqual([
    ['day', '2027-02-28', 250, 1],
    ['month', '2027-02', 250, 1],
    ['all', 'all', 250, 1],
  ])
  const group: Change = {
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

test('it does not matter how much of the changes is folded already', () => {
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
      const folded = sumChanges(changes.slice(0, cut))
      const whole = mergeTallies(folded, sumChanges(changes.slice(cut)))
      expect(whole.toSorted(byId)).toEqual(sumChanges(changes).toSorted(byId))
    }),
  )
})

test('buckets are wanted from the first to the last, of one family and span', () => {
  const wanted = { family: 'payments', span: 'day', from: '2027-02-01', to: '2027-02-28' } as const
  const of = (day: string) =>
    sumChanges([dailyChange('payments', 'sms', day, 1)]).filter((tally) => isWanted(tally, wanted))
  expect(of('2027-02-01')).toHaveLength(1)
  expect(of('2027-02-28')).toHaveLength(1)
  expect(of('2027-03-01')).toEqual([])
  expect(
    sumChanges([dailyChange('expenses', 'all', '2027-02-01', 1)]).some((tally) => isWanted(tally, wanted)),
  ).toBe(false)
})
