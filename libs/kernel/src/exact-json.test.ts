import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExactNumber, parseExactFields, parseExactJson } from './index.ts'

const numbers = [
  '12345678901234567890',
  '-9007199254740993',
  '1e5',
  '1E400',
  '1.5e-7',
  '0.0000001',
  '1.0',
  '10.50',
  '-0',
  '0.1234567890123456789',
  '3.14',
  '7',
]

/** A number as callers may write it. */
const anyNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,24}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,24}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''))

const marker = 'a number'

/** Returns the JSON text of a value in which the marker stands for the next number. */
const textWith = (value: unknown, given: readonly string[]): string => {
  let next = 0
  return JSON.stringify(value).replaceAll(`"${marker}"`, () => given[next++ % given.length]!)
}
const anyValue = fc
  .jsonValue({ maxDepth: 4 })
  .map((value): unknown =>
    JSON.parse(JSON.stringify(value), (_key, inner: unknown) => (typeof inner === 'number' ? marker : inner)),
  )

describe('parseExactJson', () => {
  it.each(numbers)('keeps the text of %s', (number) => {
    for (const text of [number, `[${number}]`, `{"a":${number},"b":{"c":[1,${number}]}}`])
      expect(JSON.stringify(parseExactJson(text))).toBe(text)
  })

  it('keeps the text of all numbers in any value', () => {
    fc.assert(
      fc.property(anyValue, fc.array(anyNumber, { minLength: 1 }), (value, given) => {
        const text = textWith(value, given)
        expect(JSON.stringify(parseExactJson(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('returns the same as JSON.parse, except for numbers that JavaScript would write differently', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2)
        expect(parseExactJson(text)).toEqual(JSON.parse(text))
      }),
    )
    expect(isExactNumber((parseExactJson('[1.5, 1e2]') as unknown[])[0])).toBe(false)
    expect(isExactNumber((parseExactJson('[1.5, 1e2]') as unknown[])[1])).toBe(true)
  })

  it('keeps a field named __proto__, and the last of two fields with the same name', () => {
    const value = parseExactJson('{ "__proto__" : { "a" : 1.0 } , "b" : 1e1 , "b" : 2e1 }') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1.0},"b":2e1}')
  })

  it('throws SyntaxError for invalid JSON', () => {
    for (const text of ['', '{', '[1e]', '01', '{"a":1.}'])
      expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })
})

describe('parseExactFields', () => {
  it('returns only the named fields of an object', () => {
    const text =
      '{"skip":{"meta":[{}, "}\\"]", 1e5]},"s":"\\u007b\\"","n":-1.50, "m\\u0065ta" : {"a" : 1.0},"t":true}'
    expect(JSON.stringify(parseExactFields(text, ['meta', 'other']))).toBe('{"meta":{"a":1.0}}')
    expect(parseExactFields('{}', ['meta'])).toEqual({})
  })
})
