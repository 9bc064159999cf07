import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter, arbitraryNumber, arbitraryValue } from '../../test/arbitrary-values.ts'
import { compare, compareStrings, rankOf } from './compare.ts'
import {
  type Direction,
  encodeField,
  encodeKey,
  fieldBounds,
  isTruncatedKey,
  prefixBounds,
  scanBounds,
} from './keys.ts'
import { type Value, toValue } from './values.ts'

const direction = fc.constantFrom<Direction>(1, -1)
const isWithin = (key: Buffer, bounds: { low: Buffer; high: Buffer }) =>
  Buffer.compare(key, bounds.low) >= 0 && Buffer.compare(key, bounds.high) < 0

function compareFields(a: Value[], b: Value[], directions: Direction[]): number {
  for (const [index, value] of a.entries()) {
    const difference = compare(value, b[index]) * directions[index]!
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

describe('index key encoding', () => {
  it('orders encoded numbers of every type as compare does', () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, (a, b) => {
        expect(Buffer.compare(encodeField(a), encodeField(b))).toBe(Math.sign(compare(a, b)))
      }),
      { numRuns: 5000 },
    )
  })

  it('orders compound keys of mixed types and directions as compare does', () => {
    const key = fc.tuple(arbitraryValue, arbitraryValue)
    fc.assert(
      fc.property(key, key, direction, direction, fc.boolean(), (a, b, first, second, shares) => {
        const other = shares ? ([a[0], b[1]] as typeof b) : b
        const directions = [first, second]
        const expected = compareFields(a, other, directions)
        expect(Buffer.compare(encodeKey(a, directions, 1e6), encodeKey(other, directions, 1e6))).toBe(
          expected,
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('orders a missing value before null', () => {
    expect(Buffer.compare(encodeField(undefined), encodeField(null))).toBe(-1)
  })

  it('returns bounds that contain exactly the values of the same type that satisfy a comparison', () => {
    const operator = fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte')
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, operator, direction, (value, bound, op, way) => {
        const difference = compare(value, bound)
        const holds = {
          $eq: difference === 0,
          $gt: difference > 0,
          $gte: difference >= 0,
          $lt: difference < 0,
          $lte: difference <= 0,
        }[op]
        const isSameType = rankOf(value) === rankOf(bound)
        const bounds = fieldBounds(op, bound, way)
        expect(isWithin(encodeKey([value, 'next'], [way, 1], 1e6), bounds)).toBe(holds && isSameType)
      }),
      { numRuns: 3000 },
    )
  })

  it('returns bounds for a prefix that contain exactly the strings with that prefix', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '\0', 'é', '\u{1f600}', '\uffff'),
      maxLength: 4,
    })
    fc.assert(
      fc.property(text, text, direction, (value, prefix, way) => {
        expect(isWithin(encodeField(value, way), prefixBounds(prefix, way))).toBe(value.startsWith(prefix))
      }),
      { numRuns: 2000 },
    )
  })

  it('truncates long keys, but keeps keys of different strings different and within the bounds of a scan', () => {
    // The strings share a prefix, because only keys that are equal up to the truncation could collide.
    const end = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 20 })
    const strings = fc
      .tuple(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 20, maxLength: 60 }), end, end)
      .map(([start, first, second]) => [start + first, start + second] as const)
    const operator = fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte')
    let inBounds = 0
    fc.assert(
      fc.property(strings, operator, direction, ([a, b], op, way) => {
        const limit = 48
        const key = encodeKey([toValue(1), a], [1, way], limit)
        expect(key.length).toBeLessThanOrEqual(limit)
        expect(key.equals(encodeKey([toValue(1), b], [1, way], limit))).toBe(a === b)
        const whole = encodeKey([toValue(1), a], [1, way], 1e6)
        expect(isTruncatedKey(key, limit)).toBe(whole.length >= limit)
        const field = fieldBounds(op, b, way)
        if (!isWithin(encodeField(a, way), field)) return
        inBounds++
        expect(isWithin(key, scanBounds(encodeField(toValue(1)), field, limit))).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(inBounds).toBeGreaterThan(100)
  })

  it('orders strings by code point in compareStrings', () => {
    const anyText = fc.string({ unit: anyCharacter })
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })
})
