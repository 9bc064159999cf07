import { describe, expect, it } from 'vitest'
import { dependsOnAge, rangeProblems, toRangeBody, toRangeFields } from './range.rules.ts'

const range = {
  id: 'r1',
  gender: 'female' as const,
  ageFrom: 18,
  ageTo: null,
  ageUnit: 'years' as const,
  lowLimit: 12.5,
  highLimit: 15,
  criticalLow: 7,
  criticalHigh: null,
  resultNotes: [{ condition: '>' as const, value: 15, note: 'Repeat' }],
  priority: 1,
}

describe('toRangeBody', () => {
  it('returns the range that the form was filled from', () => {
    const { id: _, ...body } = range
    expect(toRangeBody(toRangeFields(range))).toEqual(body)
  })

  it('returns a range for everyone without limits for an empty form', () => {
    expect(toRangeBody(toRangeFields(null))).toMatchObject({ gender: 'both', lowLimit: null, priority: 0 })
  })
})

describe('rangeProblems', () => {
  const fields = toRangeFields(range)

  it('accepts a range without upper limits', () => {
    expect(rangeProblems(fields)).toEqual({})
  })

  it('names the upper limit if it is below the lower one', () => {
    expect(rangeProblems({ ...fields, ageTo: '17', highLimit: '12' })).toEqual({
      ageTo: 'order',
      highLimit: 'order',
    })
  })

  it('rejects texts that are not numbers, and ages that are not whole', () => {
    expect(rangeProblems({ ...fields, lowLimit: 'x', ageFrom: '1.5', priority: '' })).toEqual({
      lowLimit: 'number',
      ageFrom: 'whole',
      priority: 'whole',
    })
  })

  it('rejects notes without a value or a text', () => {
    const resultNotes = JSON.stringify([{ condition: '>', value: '', note: 'Repeat' }])
    expect(rangeProblems({ ...fields, resultNotes })).toEqual({ resultNotes: 'notes' })
  })
})

describe('dependsOnAge', () => {
  it('considers the ranges for one gender and for both', () => {
    expect(dependsOnAge([range], 'female')).toBe(true)
    expect(dependsOnAge([range], 'male')).toBe(false)
    expect(dependsOnAge([{ ...range, gender: 'both' }], 'male')).toBe(true)
    expect(dependsOnAge([{ ...range, ageFrom: null }], 'female')).toBe(false)
  })
})
