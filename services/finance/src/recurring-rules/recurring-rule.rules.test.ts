import { addDays } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPeriod, checkStart, dueDates, nextDueDate, toChangedRule } from './recurring-rule.rules.ts'
import type { Schedule } from './recurring-rule.rules.ts'

const schedule = (fields: Partial<Schedule>): Schedule => ({
  frequency: 'monthly',
  dayOfMonth: null,
  monthOfYear: null,
  startDate: '2027-01-31',
  endDate: null,
  ...fields,
})

describe('dueDates', () => {
  it.each<[string, Partial<Schedule>, string, string[]]>([
    [
      'returns the last day of shorter months for day 31',
      {},
      '2027-05-01',
      ['01-31', '02-28', '03-31', '04-30'],
    ],
    [
      'returns 28 February for day 30, and 29 February in a leap year',
      { dayOfMonth: 30, startDate: '2028-01-01' },
      '2028-03-30',
      ['01-30', '02-29', '03-30'],
    ],
    [
      'returns 28 February for a yearly 29 February',
      { frequency: 'yearly', startDate: '2024-02-29' },
      '2026-03-01',
      ['02-29', '02-28', '02-28'],
    ],
    [
      'returns the given month of each year for a yearly rule',
      { frequency: 'yearly', monthOfYear: 3, dayOfMonth: 5, startDate: '2025-06-01' },
      '2027-12-31',
      ['03-05', '03-05'],
    ],
    [
      'returns every day of a daily rule, including its end date',
      { frequency: 'daily', startDate: '2027-02-27', endDate: '2027-03-01' },
      '2027-03-05',
      ['02-27', '02-28', '03-01'],
    ],
  ])('%s', (_what, fields, today, expected) => {
    const dates = dueDates(schedule(fields), fields.startDate ?? '2027-01-31', today)
    expect(dates.map((date) => date.slice(5))).toEqual(expected)
  })
})

describe('nextDueDate', () => {
  it('returns the end date when the rule is due on that day, and null afterward', () => {
    const ended = schedule({ endDate: '2027-03-31' })
    expect(nextDueDate(ended, '2027-03-01')).toBe('2027-03-31')
    expect(nextDueDate(ended, '2027-04-01')).toBeNull()
  })

  it('finds each due date once when combined with dueDates, regardless of the batch size', () => {
    const arbitrary = fc.record({
      frequency: fc.constantFrom('daily' as const, 'monthly' as const, 'yearly' as const),
      dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
      monthOfYear: fc.option(fc.integer({ min: 1, max: 12 })),
      startDate: fc.integer({ min: 0, max: 300 }).map((days) => addDays('2026-12-01', days)),
      endDate: fc.option(fc.integer({ min: 300, max: 900 }).map((days) => addDays('2026-12-01', days))),
    })
    fc.assert(
      fc.property(arbitrary, fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 1 }), (rule, steps) => {
        const today = '2028-12-31'
        const found: string[] = []
        let next = nextDueDate(rule, rule.startDate)
        for (let step = 0; next !== null && next <= today; step += 1) {
          const some = dueDates(rule, next, today, steps[step % steps.length]!)
          found.push(...some)
          next = nextDueDate(rule, addDays(some.at(-1)!, 1))
        }
        expect(found).toEqual(dueDates(rule, rule.startDate, today))
      }),
      { numRuns: 25 },
    )
  })
})

describe('checkPeriod and checkStart', () => {
  it('rejects an end before the start, and a start more than 366 days ago', () => {
    expect(() => checkPeriod({ startDate: '2027-01-02', endDate: '2027-01-01' })).toThrow(/endDate/)
    expect(() => checkPeriod({ startDate: '2027-01-01', endDate: '2027-01-01' })).not.toThrow()
    expect(() => checkStart('2026-03-09', '2027-03-10')).not.toThrow()
    expect(() => checkStart('2026-03-08', '2027-03-10')).toThrow(/366 days/)
  })
})

describe('toChangedRule', () => {
  it('keeps omitted fields, keeps the amount when only the currency changes, and rejects an end before the start', () => {
    const rule = { ...schedule({ dayOfMonth: 5 }), amountMinor: 1000, currencyCode: 'USD' }
    expect(toChangedRule(rule, { dayOfMonth: null, currencyCode: 'JPY' })).toEqual({
      ...rule,
      dayOfMonth: null,
      currencyCode: 'JPY',
      amountMinor: 10,
    })
    expect(() => toChangedRule(rule, { endDate: '2020-01-01' })).toThrow(/endDate/)
  })
})
