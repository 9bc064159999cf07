import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCouponValue, toCodeKey, toDiscountMinor } from './coupon.rules.ts'

const percentage = (couponValue: number) => ({ couponType: 'percentage' as const, couponValue })
const amount = (couponValue: number) => ({ couponType: 'currency' as const, couponValue })

describe('toCodeKey', () => {
  it('ignores case and surrounding spaces', () => {
    expect(toCodeKey(' Spring ')).toBe(toCodeKey('SPRING'))
    expect(toCodeKey('spring')).not.toBe(toCodeKey('spring1'))
  })
})

describe('toDiscountMinor', () => {
  it.each([
    [percentage(10), 2000, 'USD', 200],
    [percentage(33.3333), 1000, 'USD', 333],
    [percentage(50), 1, 'USD', 1], // rounds half away from zero
    [percentage(250), 2000, 'USD', 2000], // capped at 100
    [percentage(0), 2000, 'USD', 0],
    [amount(5), 2000, 'USD', 500],
    [amount(50), 2000, 'USD', 2000],
    [amount(1.5), 2000, 'KWD', 1500],
    [amount(1.555), 2000, 'USD', 156], // has more decimal places than the currency
  ])(
    'applies %o to a subtotal of %i minor units in %s and returns %i',
    (coupon, subtotal, currency, expected) => {
      expect(toDiscountMinor(coupon, subtotal, currency)).toBe(expected)
    },
  )

  it('returns a discount between 0 and the subtotal', () => {
    const value = fc.integer({ min: 0, max: 10_000_000 }).map((each) => each / 10_000)
    const coupon = fc.oneof(value.map(percentage), value.map(amount))
    fc.assert(
      fc.property(coupon, fc.integer({ min: 0, max: 1_000_000_000 }), (each, subtotal) => {
        const discount = toDiscountMinor(each, subtotal, 'USD')
        expect(Number.isSafeInteger(discount) && discount >= 0 && discount <= subtotal).toBe(true)
      }),
    )
  })
})

describe('checkCouponValue', () => {
  it('rejects an amount with more decimal places than the currency, but not a percentage', () => {
    expect(() => checkCouponValue(amount(1.005), 'USD')).toThrow(/couponValue must have at most/)
    expect(() => checkCouponValue(amount(1.005), 'KWD')).not.toThrow()
    expect(() => checkCouponValue(percentage(33.3333), 'USD')).not.toThrow()
  })
})
