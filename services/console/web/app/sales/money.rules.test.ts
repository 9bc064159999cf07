import * as kernel from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cashSuggestions,
  currencyPlaces,
  fromMinor,
  isAmount,
  multiplyToMinor,
  percentOf,
  taxesIn,
  toMinor,
  toNumber,
} from './money.rules.ts'

const currency = fc.constantFrom('JPY', 'EGP', 'KWD', 'CLF')
/** Up to four decimal places, the limit for quantities, prices and percentages. */
const decimal = fc.integer({ min: 0, max: 100_000_000 }).map((n) => n / 10_000)

describe('multiplyToMinor, percentOf, toMinor and isAmount', () => {
  it('computes amounts like the platform', () => {
    fc.assert(
      fc.property(decimal, decimal, currency, (quantity, price, code) => {
        expect(multiplyToMinor(quantity, price, code)).toBe(kernel.multiplyToMinor(quantity, price, code))
      }),
    )
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 0, max: 1_000_000 }), (minor, percent) => {
        expect(percentOf(minor, percent / 10_000)).toBe(kernel.percentOf(minor, percent / 10_000))
      }),
    )
  })

  it('uses the decimal places of the platform for every currency', () => {
    const codes = Intl.supportedValuesOf('currency').filter(kernel.isCurrencyCode)
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.map(currencyPlaces)).toEqual(codes.map(kernel.currencyPlaces))
  })

  it('keeps the value of amounts in minor units', () => {
    expect(fromMinor(toMinor(1.005, 'KWD'), 'KWD')).toBe(1.005)
    expect(fromMinor(123_456, 'EGP')).toBe(1234.56)
    expect(fromMinor(500, 'JPY')).toBe(500)
    expect(toMinor(1e-7, 'EGP')).toBe(0)
  })

  it.each([
    [12.5, 'EGP', true],
    [0, 'EGP', true],
    [12.505, 'EGP', false],
    [12.505, 'KWD', true],
    [0.5, 'JPY', false],
    [-1, 'EGP', false],
    [Number.NaN, 'EGP', false],
  ])('checks amounts: %d %s is %s', (amount, code, expected) => {
    expect(isAmount(amount, code)).toBe(expected)
  })
})

describe('taxesIn', () => {
  it('splits the total like the receipt of the platform', () => {
    const rates = [{ name: 'VAT', percentage: 14 }, { name: 'Reduced', percentage: 5.5 }, null]
    const items = fc.array(fc.record({ totalMinor: fc.nat(1_000_000), tax: fc.constantFrom(...rates) }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(items, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const discount = Math.floor(all.reduce((sum, { totalMinor }) => sum + totalMinor, 0) * share)
        const expected = kernel
          .taxLines(all, discount)
          .filter(({ name }) => name !== null)
          .map(({ name, percentage, taxMinor, netMinor }) => ({ name, percentage, taxMinor, netMinor }))
        expect(taxesIn(all, discount)).toEqual(expected)
      }),
    )
  })
})

describe('toNumber', () => {
  it.each([
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1,250', 1250],
    ['١٢٫٥', 12.5],
    ['١٬٢٥٠٫٥', 1250.5],
    ['۱۲۵۰', 1250],
    ['.5', 0.5],
    [' 7 ', 7],
  ])('reads %s', (text, expected) => {
    expect(toNumber(text)).toBe(expected)
  })

  it.each(['', 'ten', '1e5', '-3', '1.2.3'])('rejects “%s”', (text) => {
    expect(toNumber(text)).toBeNaN()
  })
})

describe('cashSuggestions', () => {
  it('offers round amounts above the total', () => {
    expect(cashSuggestions(136_390, 'EGP')).toEqual([1370, 1400, 1500])
    expect(cashSuggestions(20_000, 'EGP')).toEqual([500, 1000])
    expect(cashSuggestions(0, 'EGP')).toEqual([])
  })
})
