import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AppError,
  currencyPlaces,
  fromMinor,
  isCurrencyCode,
  amountFormat,
  moneyFormat,
  multiplyToMinor,
  percentOf,
  toMinor,
} from './index.ts'

const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF')
const minor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
/** Up to four decimal places, the limit for quantities, prices and percentages. */
const decimal = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((n) => n / 10_000)

const halfAwayFromZero = (numerator: bigint, denominator: bigint): number => {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}

describe('toMinor and fromMinor', () => {
  it('converts minor units to decimals and back without changing them', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(toMinor(fromMinor(amount, code), code)).toBe(amount)
      }),
    )
  })

  it.each([
    [10.1, 'USD', 1010],
    [0.07, 'USD', 7],
    [1.005, 'KWD', 1005],
    [1500, 'JPY', 1500],
    [-12.34, 'USD', -1234],
  ])('converts %d %s to %d minor units', (amount, code, expected) => {
    expect(toMinor(amount, code)).toBe(expected)
  })

  it.each([
    [1e-7, 'JPY'],
    [1.005, 'USD'],
    [0.5, 'JPY'],
    [90071992547409.92, 'USD'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
  ])('throws VALIDATION_FAILED for %d %s', (amount, code) => {
    expect(() => toMinor(amount, code)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  })
})

describe('toMinor and multiplyToMinor', () => {
  it('never returns negative zero', () => {
    expect(Object.is(toMinor(-0, 'USD'), 0)).toBe(true)
    expect(Object.is(multiplyToMinor(-1, 0.001, 'USD'), 0)).toBe(true)
  })
})

describe('toMinor: errors', () => {
  it.each([
    [1.005, 'price', 'must have at most 2 decimal places'],
    [1e15, 'price', 'must be at most 9,007,199,254,740,991 minor units'],
    [Number.NaN, 'price', 'must be a finite number'],
  ])('rejects %s in the field %s with the message "%s"', (amount, path, message) => {
    expect(() => toMinor(amount, 'USD', path)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: [{ path, message }] }),
    )
  })

  it('calls the field "amount" by default', () => {
    expect(() => toMinor(1.005, 'USD')).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'amount' })] }),
    )
  })
})

describe('multiplyToMinor', () => {
  it.each([
    [3, 0.335, 101], // 1.005 cannot be represented exactly: floating point would give 100.
    [1, 1.005, 101],
    [-1, 1.005, -101],
    [1, 1.0049, 100],
    [0.3333, 3, 100],
  ])('multiplies %d by %d and returns %d cents', (quantity, price, expected) =>
    expect(multiplyToMinor(quantity, price, 'USD')).toBe(expected),
  )

  it('computes exactly and rounds once, half away from zero', () => {
    fc.assert(
      fc.property(decimal, decimal, (quantity, price) => {
        const exact = BigInt(Math.round(quantity * 10_000)) * BigInt(Math.round(price * 10_000))
        const inCents = halfAwayFromZero(exact * 100n, 100_000_000n)
        fc.pre(Math.abs(inCents) <= Number.MAX_SAFE_INTEGER)
        expect(multiplyToMinor(quantity, price, 'USD')).toBe(inCents + 0)
      }),
    )
  })

  it('throws for a result beyond Number.MAX_SAFE_INTEGER', () => {
    expect(() => multiplyToMinor(1e10, 1e10, 'USD')).toThrow(AppError)
  })
})

describe('percentOf', () => {
  it.each([
    [1000, 15, 150],
    [333, 50, 167],
    [-333, 50, -167],
    [1, 49.9999, 0],
    [999, 100, 999],
    [12345, 0, 0],
  ])('maps %d minor units at %d percent to %d', (amount, percent, expected) =>
    expect(percentOf(amount, percent)).toBe(expected),
  )

  it('rounds half up and never returns more than the amount, for amounts of 0 or more and percentages from 0 to 100', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (amount, tenThousandths) => {
          const part = percentOf(amount, tenThousandths / 10_000)
          expect(part).toBe(halfAwayFromZero(BigInt(amount) * BigInt(tenThousandths), 1_000_000n))
          expect(part).toBeLessThanOrEqual(amount)
        },
      ),
    )
  })
})

describe('a currency', () => {
  it('has the decimal places defined by ISO 4217', () => {
    expect(['JPY', 'USD', 'IQD', 'KWD', 'CLF'].map(currencyPlaces)).toEqual([0, 2, 3, 3, 4])
  })

  it('is rejected when its code is unknown or malformed', () => {
    expect(['usd', 'XXX', '', 'EURO', null].some(isCurrencyCode)).toBe(false)
    expect(() => currencyPlaces('ZZZ')).toThrow('"ZZZ" is not an ISO 4217 currency code')
  })
})

describe('moneyFormat', () => {
  it('writes the decimal places of the currency, and no minus sign for negative zero', () => {
    const written = [
      moneyFormat('en', 'USD')(1234.5),
      moneyFormat('en', 'IQD')(12.5),
      moneyFormat('en', 'USD')(-0),
    ]
    expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      '$1,234.50',
      'IQD 12.500',
      '$0.00',
    ])
  })
})

describe('amountFormat', () => {
  it('omits the currency, and writes extra decimal places only on request', () => {
    expect([
      amountFormat('en', 'KWD')(-1234.5),
      amountFormat('en', 'JPY')(7),
      amountFormat('en', 'USD')(-0),
    ]).toEqual(['-1,234.500', '7', '0.00'])
    const toPrice = amountFormat('en', 'USD', 4)
    expect([toPrice(10), toPrice(10.125)]).toEqual(['10.00', '10.125'])
  })
})
