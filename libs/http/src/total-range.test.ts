import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { minorRange, totalRange, withTotalRange } from './index.ts'

describe('withTotalRange', () => {
  const schema = withTotalRange(z.object(totalRange))

  it.each([{}, { minTotal: 1 }, { maxTotal: 0 }, { minTotal: 1, maxTotal: 1 }])('accepts %j', (query) => {
    expect(schema.parse(query)).toEqual(query)
  })

  it('rejects a minimum above the maximum and negative amounts', () => {
    const { error } = schema.safeParse({ minTotal: 2, maxTotal: 1 })
    expect(error?.issues).toMatchObject([
      { path: ['minTotal'], message: 'must not be greater than maxTotal' },
    ])
    expect(schema.safeParse({ minTotal: -1 }).success).toBe(false)
  })
})

describe('minorRange', () => {
  it('converts amounts to minor units of the currency', () => {
    expect(minorRange({}, 'USD')).toEqual({})
    expect(minorRange({ minTotal: 12.5 }, 'USD')).toEqual({ amount: { currencyCode: 'USD', min: 1250 } })
    expect(minorRange({ minTotal: 0, maxTotal: 1.5 }, 'KWD')).toEqual({
      amount: { currencyCode: 'KWD', min: 0, max: 1500 },
    })
  })

  it('throws VALIDATION_FAILED for too many decimal places', () => {
    expect(() => minorRange({ maxTotal: 1.234 }, 'USD')).toThrow(
      'maxTotal must have at most 2 decimal places',
    )
  })
})
