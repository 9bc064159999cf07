import { describe, expect, it } from 'vitest'
import type { Range } from '../analyses/range.contract.ts'
import {
  changeVerb,
  evaluateResult,
  findChangedResults,
  matchRange,
  reevaluate,
} from './lab-test-result.rules.ts'
import type { Subject } from './lab-test-result.rules.ts'
import type { StoredItem } from './lab-test.types.ts'

const range = (fields: Partial<Range> = {}): Range => ({
  id: '0'.repeat(24),
  gender: 'both',
  ageFrom: null,
  ageTo: null,
  ageUnit: 'years',
  lowLimit: 4,
  highLimit: 10,
  criticalLow: null,
  criticalHigh: null,
  resultNotes: [],
  priority: 0,
  ...fields,
})
const subject = (fields: Partial<Subject> = {}): Subject => ({
  dateOfBirth: '1990-05-20',
  gender: 'female',
  testDate: '2027-03-10',
  ...fields,
})

describe('matchRange', () => {
  it.each([
    ['matches on the first day of the first year', { ageFrom: 18, ageTo: 60 }, '2008-05-20', true],
    ['does not match on the day before the first year', { ageFrom: 18, ageTo: 60 }, '2008-05-19', false],
    ['matches on the last day of the last year', { ageFrom: 18, ageTo: 60 }, '2051-05-19', true],
    ['does not match on the day after the last year', { ageFrom: 18, ageTo: 60 }, '2051-05-20', false],
    ['matches without a lower age limit', { ageTo: 60 }, '1990-05-20', true],
    ['matches without an upper age limit', { ageFrom: 18 }, '2090-05-20', true],
    [
      'matches on the last day of a range in days',
      { ageFrom: 0, ageTo: 28, ageUnit: 'days' },
      '1990-06-17',
      true,
    ],
    [
      'does not match on the day after a range in days',
      { ageFrom: 0, ageTo: 28, ageUnit: 'days' },
      '1990-06-18',
      false,
    ],
    [
      'matches on the last day of a range in months',
      { ageFrom: 1, ageTo: 11, ageUnit: 'months' },
      '1991-05-19',
      true,
    ],
    [
      'does not match on the day after a range in months',
      { ageFrom: 1, ageTo: 11, ageUnit: 'months' },
      '1991-05-20',
      false,
    ],
  ] as const)('%s', (_, fields, testDate, expected) => {
    expect(matchRange([range(fields)], subject({ testDate })) !== null).toBe(expected)
  })

  const named = (id: string, fields: Partial<Range> = {}) => range({ id, ...fields })

  it.each([
    [
      'the range with the lowest priority number',
      [named('a', { priority: 1 }), named('b', { priority: 0 })],
      'b',
    ],
    ['a range with a negative priority number', [named('a'), named('b', { priority: -1 })], 'b'],
    [
      'a range with a better priority over one for the gender',
      [named('a', { gender: 'female', priority: 1 }), named('b')],
      'b',
    ],
    ['a range for one gender over one for both', [named('a'), named('b', { gender: 'female' })], 'b'],
    [
      'a range for both genders over one for the other gender',
      [named('a', { gender: 'male', priority: -1 }), named('b')],
      'b',
    ],
    ['the older of two equal ranges', [named('a'), named('b')], 'a'],
    [
      'a matching range over one for another age with a better priority',
      [named('a', { ageTo: 3 }), named('b', { priority: 9 })],
      'b',
    ],
  ])('returns %s', (_, ranges, expected) => {
    expect(matchRange(ranges, subject())?.id).toBe(expected)
  })
})

describe('evaluateResult: flag', () => {
  it.each([
    [3.99, 'low'],
    [4, 'normal'],
    [10, 'normal'],
    [10.01, 'high'],
  ])('flags %d as %s when the limits are 4 and 10', (result, flag) => {
    expect(evaluateResult(result, [range()], subject())).toMatchObject({ flag, flagReason: null })
  })

  it('compares only with the existing limit when the range has no lower or no upper limit', () => {
    expect(evaluateResult(-5, [range({ lowLimit: null })], subject()).flag).toBe('normal')
    expect(evaluateResult(500, [range({ highLimit: null })], subject()).flag).toBe('normal')
    expect(evaluateResult(3, [range({ highLimit: null })], subject()).flag).toBe('low')
  })

  const [female, adult] = [range({ gender: 'female' }), range({ ageFrom: 18 })]
  const unknown = { dateOfBirth: null, gender: null }
  it.each([
    ['no range', [], {}, 'NO_RANGE'],
    ['only ranges for other ages', [range({ ageFrom: 90 })], {}, 'NO_RANGE'],
    ['an unknown age', [adult], { dateOfBirth: null }, 'NO_DATE_OF_BIRTH'],
    ['a birth after the test date', [adult], { dateOfBirth: '2027-03-11' }, 'NO_DATE_OF_BIRTH'],
    ['an unknown gender', [female], { gender: null }, 'NO_GENDER'],
    ['an unknown age and gender', [female, adult], unknown, 'NO_DATE_OF_BIRTH'],
    ['an unknown age and gender and only ranges by gender', [female], unknown, 'NO_GENDER'],
    ['no limits', [range({ lowLimit: null, highLimit: null })], {}, 'NO_LIMITS'],
  ] as const)('returns no flag with %s', (_, ranges, fields, flagReason) => {
    expect(evaluateResult(5, ranges, subject(fields))).toMatchObject({
      flag: null,
      flagReason,
      isCritical: false,
    })
  })

  it('uses a range that does not depend on age or gender when they are unknown', () => {
    expect(evaluateResult(5, [adult, range()], subject(unknown))).toMatchObject({
      flag: 'normal',
      evaluation: { age: null, gender: null },
    })
  })
})

describe('evaluateResult: isCritical', () => {
  const critical = [range({ criticalLow: 2, criticalHigh: 20 })]
  it.each([
    [1.99, true],
    [2, false],
    [20, false],
    [20.01, true],
  ])('compares %d with critical limits of 2 and 20 and sets isCritical to %s', (result, isCritical) => {
    expect(evaluateResult(result, critical, subject()).isCritical).toBe(isCritical)
  })
  it('sets isCritical even if the range has no normal limits', () => {
    const ranges = [range({ lowLimit: null, highLimit: null, criticalHigh: 20 })]
    expect(evaluateResult(21, ranges, subject())).toMatchObject({ flag: null, isCritical: true })
  })
})

describe('evaluateResult: notes and reason', () => {
  it('adds the notes whose condition is met, in their defined order', () => {
    const resultNotes = (['>=', '<=', '=', '>', '<'] as const).map((condition) => ({
      condition,
      value: 7,
      note: condition,
    }))
    const notesOf = (result: number) => evaluateResult(result, [range({ resultNotes })], subject()).notes
    expect(notesOf(7)).toEqual(['>=', '<=', '='])
    expect(notesOf(8)).toEqual(['>=', '>'])
    expect(notesOf(6)).toEqual(['<=', '<'])
  })

  it('returns a reason that names the result, the limits and the range', () => {
    const reasonOf = (result: number, fields: Partial<Range>) =>
      evaluateResult(result, [range(fields)], subject()).evaluation
    expect(reasonOf(3, { gender: 'female', ageFrom: 18, ageTo: 60 })).toMatchObject({
      range: { gender: 'female', lowLimit: 4 },
      age: { value: 36, unit: 'years' },
      gender: 'female',
      reason: '3 is below 4 (range for female aged 18 to 60 years)',
    })
    expect(reasonOf(12, { ageFrom: 18 })?.reason).toBe(
      '12 is above 10 (range for both genders aged 18 years and over)',
    )
    expect(reasonOf(5, {})?.reason).toBe('5 is at least 4 and at most 10 (range for both genders, any age)')
  })
})

describe('reevaluate', () => {
  it('uses the range from the earlier evaluation, or returns the earlier evaluation unchanged when it has no range', () => {
    const before = evaluateResult(5, [range()], subject())
    expect(reevaluate(11, before)).toMatchObject({ flag: 'high', evaluation: { range: { highLimit: 10 } } })
    const none = evaluateResult(5, [], subject())
    expect(reevaluate(11, none)).toEqual(none)
  })
})

describe('findChangedResults', () => {
  const item = (id: string, resultValueNumeric: number | null, amendmentCount = 0) =>
    ({ id, resultValueNumeric, amendments: Array(amendmentCount).fill({}) }) as unknown as StoredItem

  it('finds results that were entered or amended', () => {
    const before = [item('a', null), item('b', 1), item('c', 2), item('d', 3)]
    const after = [item('a', 5), item('b', 1), item('c', 2, 1), item('d', 4), item('e', null)]
    expect(findChangedResults(before, after).map(({ verb, item: { id } }) => [id, verb])).toEqual([
      ['a', 'entered'],
      ['c', 'amended'],
      ['d', 'entered'],
    ])
  })
})

describe('changeVerb', () => {
  it('names the completion and the cancellation once', () => {
    expect(changeVerb('draft', 'completed')).toBe('completed')
    expect(changeVerb('draft', 'cancelled')).toBe('cancelled')
    expect(changeVerb('draft', 'in-progress')).toBe('updated')
    expect(changeVerb('completed', 'completed')).toBe('updated')
  })
})
