import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryNumber, arbitraryValue } from '../../test/arbitrary-values.ts'
import { compare, equal } from './compare.ts'
import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
  toValue,
} from './values.ts'

const dec = (text: string) => Decimal128.fromString(text)

describe('compare', () => {
  it("orders types as documented in MongoDB's manual", () => {
    const ordered: (Value | undefined)[] = [
      new MinKey(),
      undefined,
      null,
      new Int32(9),
      'a',
      new Map(),
      [],
      new Binary(Buffer.alloc(0)),
      new ObjectId('0'.repeat(24)),
      false,
      new Date(0),
      new Timestamp({ t: 0, i: 0 }),
      new BSONRegExp('a'),
      new Code('a'),
      new Code('a', new Map()),
      new MaxKey(),
    ]
    const sorted = ordered.toReversed().sort(compare)
    // Array.prototype.sort always moves `undefined` to the end.
    expect(sorted).toEqual([...ordered.filter((value) => value !== undefined), undefined])
    expect(compare(undefined, null)).toBeLessThan(0)
    expect(compare(new MinKey(), undefined)).toBeLessThan(0)
  })

  it.each<[Value, Value, number]>([
    [new Int32(1), new Double(1), 0],
    [new Double(-0), new Int32(0), 0],
    [dec('1.0'), dec('1.00'), 0],
    [dec('0.1'), new Double(0.1), -1],
    [dec('0.5'), new Double(0.5), 0],
    [Long.fromString('9007199254740993'), new Double(9007199254740992), 1],
    [Long.MAX_VALUE, new Double(2 ** 63), -1],
    [dec('9223372036854775807'), Long.MAX_VALUE, 0],
    [dec('9223372036854775807.5'), Long.MAX_VALUE, 1],
    [new Double(NaN), new Double(-Infinity), -1],
    [dec('NaN'), new Double(NaN), 0],
    [dec('NaN'), dec('-Infinity'), -1],
    [dec('1E6000'), new Double(Infinity), -1],
    [dec('-1E6000'), new Double(-Infinity), 1],
    [dec('Infinity'), new Double(Infinity), 0],
    [dec('1E-6000'), new Int32(0), 1],
    [dec('-1E-6000'), new Int32(0), -1],
    [dec('-0'), new Int32(0), 0],
    ['a', new BSONSymbol('a'), 0],
    ['\uffff', '\u{1f600}', -1],
    ['a', 'a\0', -1],
    [new Binary(Buffer.from([9])), new Binary(Buffer.from([1, 1])), -1],
    [new Binary(Buffer.from([9]), 0), new Binary(Buffer.from([1]), 4), -1],
    [toValue({ a: 1, b: 2 }), toValue({ b: 2, a: 1 }), -1],
    [toValue({ b: 1 }), toValue({ a: 'x' }), -1],
    [toValue({ a: 1 }), toValue({ a: 1, b: 1 }), -1],
    [toValue([1, 2]), toValue([1, 3]), -1],
    [toValue([2]), toValue([1, 1]), 1],
    [toValue([]), toValue([1]), -1],
    [new Timestamp({ t: 0x80000000, i: 0 }), new Timestamp({ t: 1, i: 0 }), 1],
  ])('compares %s with %s and returns the sign %i', (a, b, expected) => {
    expect(Math.sign(compare(a, b))).toBe(expected)
    expect(Math.sign(compare(b, a))).toBe(expected === 0 ? 0 : -expected)
  })

  it('is a total order over numbers of every type', () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, arbitraryNumber, (a, b, c) => {
        const [x, y, z] = [a, b, c].sort(compare)
        expect(compare(x, y) <= 0 && compare(y, z) <= 0 && compare(x, z) <= 0).toBe(true)
        const sides = [Math.sign(compare(a, c)), Math.sign(compare(b, c))]
        expect(!equal(a, b) || sides[0] === sides[1]).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is antisymmetric for all values', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
        expect(compare(a, a)).toBe(0)
      }),
    )
  })
})
