import type { LabRange } from '@workspace-platform/client/labs'
import { describe, expect, it } from 'vitest'
import { completedAge, flagOf, matchRange, rangeFor } from './result.rules.ts'

const range = (changes: Partial<LabRange>): LabRange => ({
  id: 'r',
  gender: 'both',
  ageFrom: null,
  ageTo: null,
  ageUnit: 'years',
  lowLimit: null,
  highLimit: null,
  criticalLow: null,
  criticalHigh: null,
  resultNotes: [],
  priority: 0,
  ...changes,
})

describe('completedAge', () => {
  it('counts completed days, months and years', () => {
    expect(completedAge('2024-02-29', '2026-02-28', 'years')).toBe(1)
    expect(completedAge('2024-02-29', '2026-03-01', 'years')).toBe(2)
    expect(completedAge('2026-01-31', '2026-02-28', 'months')).toBe(0)
    expect(completedAge('2026-01-31', '2026-03-01', 'days')).toBe(29)
    expect(completedAge('2026-01-31', '2026-01-30', 'days')).toBeNull()
  })
})

describe('rangeFor', () => {
  const woman = { dateOfBirth: '1990-05-01', gender: 'female', testDate: '2026-11-18' }

  it('prefers the lowest priority number, then a range for one gender, then the older one', () => {
    const ranges = [
      range({ id: 'any' }),
      range({ id: 'women', gender: 'female' }),
      range({ id: 'later women', gender: 'female' }),
      range({ id: 'fallback', priority: 5 }),
    ]
    expect(rangeFor(ranges, woman)?.id).toBe('women')
    expect(rangeFor(ranges, { ...woman, gender: null })?.id).toBe('any')
    expect(rangeFor([...ranges, range({ id: 'first', priority: -1 })], woman)?.id).toBe('first')
  })

  it('matches ages inclusively and never without a date of birth', () => {
    const ranges = [range({ ageFrom: 18, ageTo: 36 })]
    expect(rangeFor(ranges, woman)).not.toBeNull()
    expect(rangeFor(ranges, { ...woman, testDate: '2027-05-01' })).toBeNull()
    expect(rangeFor(ranges, { ...woman, dateOfBirth: null })).toBeNull()
  })
})

describe('matchRange', () => {
  it('asks for the age in the unit of the range', () => {
    const newborn = [range({ ageTo: 28, ageUnit: 'days' })]
    expect(matchRange(newborn, null, (unit) => (unit === 'days' ? 5 : 400))).not.toBeNull()
    expect(matchRange(newborn, null, () => null)).toBeNull()
  })
})

describe('flagOf', () => {
  const limits = range({ lowLimit: 70, highLimit: 99, criticalLow: 50, criticalHigh: 400 })

  it('includes the limits in the normal values', () => {
    expect([69.9, 70, 99, 99.1].map((value) => flagOf(value, limits).flag)).toEqual([
      'low',
      'normal',
      'normal',
      'high',
    ])
  })

  it('marks values beyond the critical limits', () => {
    expect([49, 50, 400, 401].map((value) => flagOf(value, limits).isCritical)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('has no flag without a range or without limits', () => {
    expect(flagOf(5, null)).toMatchObject({ flag: null, isCritical: false })
    expect(flagOf(5, range({ criticalHigh: 4 }))).toMatchObject({ flag: null, isCritical: true })
  })
})
