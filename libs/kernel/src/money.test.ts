import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AppError,
  currencyPlaces,
  fromMinor,
  isCurrencyCode,
  moneyFormat,
  multiplyToMinor,
  percentOf,
  toMinor,
} from './index.ts'

const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF')
const minor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
/** Up to four places, as the platform allows for quantities, prices and percentages. */
const decimal = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((n) => n / 10_000)

const halfAwayFromZero = (numerator: bigint, denominator: bigint): number => {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}

describe('minor units', () => {
  test('go to decimals and back unchanged', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(toMinor(fromMinor(amount, code), code)).toBe(amount)
      }),
    )
  })

  test.each([
    [10.1, 'USD', 1010],
    [0.07, 'USD', 7],
    [1.005, 'KWD', 1005],
    [1500, 'JPY', 1500],
    [-12.34, 'USD', -1234],
  ])('%d %s is %d minor units', (amount, code, expected) => {
    expect(toMinor(amount, code)).toBe(expected)
  })

  test.each([
    [1e-7, 'JPY'],
    [1.005, 'USD'],
    [0.5, 'JPY'],
    [90071992547409.92, 'USD'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
  ])('%d %s is refused with 422', (amount, code) => {
    expect(() => toMinor(amount, code)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  })

  test('no amount is ever minus zero', () => {
    expect(Object.is(toMinor(-0, 'USD'), 0)).toBe(true)
    expect(Object.is(multiplyToMinor(-1, 0.001, 'USD'), 0)).toBe(true)
  })
})

describe('products', () => {
  test.each([
    [3, 0.335, 101], // 1.005: binary floating point would say 100
    [1, 1.005, 101],
    [-1, 1.005, -101],
    [1, 1.0049, 100],
    [0.3333, 3, 100],
  ])('%d times %d is %d cents', (quantity, price, expected) =>
    expect(multiplyToMinor(quantity, price, 'USD')).toBe(expected),
  )

  test('are exact and rounded once, half away from zero', () => {
    fc.assert(
      fc.property(decimal, decimal, (quantity, price) => {
        const exact = BigInt(Math.round(quantity * 10_000)) * BigInt(Math.round(price * 10_000))
        const inCents = halfAwayFromZero(exact * 100n, 100_000_000n)
        fc.pre(Math.abs(inCents) <= Number.MAX_SAFE_INTEGER)
        expect(multiplyToMinor(quantity, price, 'USD')).toBe(inCents + 0)
      }),
    )
  })

  test('beyond what a number holds exactly are refused with 422', () => {
    expect(() => multiplyToMinor(1e10, 1e10, 'USD')).toThrow(AppError)
  })
})

describe('percentOf', () => {
  test.each([
    [1000, 15, 150],
    [333, 50, 167],
    [-333, 50, -167],
    [1, 49.9999, 0],
    [999, 100, 999],
    [12345, 0, 0],
  ])('%d minor units at %d percent is %d', (amount, percent, expected) =>
    expect(percentOf(amount, percent)).toBe(expected),
  )

  test('never exceeds the whole for percentages from 0 to 100', () => {
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

describe('currencies', () => {
  test('have the places of ISO 4217', () => {
    expect(['JPY', 'USD', 'IQD', 'KWD', 'CLF'].map(currencyPlaces)).toEqual([0, 2, 3, 3, 4])
  })

  test('that do not exist are refused', () => {
    expect(['usd', 'XXX', '', 'EURO', null].some(isCurrencyCode)).toBe(false)
    expect(() => currencyPlaces('ZZZ')).toThrow('"ZZZ" is no currency code')
  })

  test('are written for people with those places, and no negative zero', () => {
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
