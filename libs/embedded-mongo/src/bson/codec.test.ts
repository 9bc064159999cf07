import { Binary as BsonBinary, deserialize, serialize } from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDoc } from '../../test/arbitrary-values.ts'
import { decode, decodeFields, encode } from './codec.ts'
import { Decimal128, type Doc, Double, Int32, Long, type Value, toDoc, toPlain, typeName } from './values.ts'

const doc = (fields: [string, Value][]): Doc => new Map(fields)

describe('decodeFields', () => {
  it('reads the named fields of any document, in its order, and no others', () => {
    fc.assert(
      fc.property(arbitraryDoc, fc.func(fc.boolean()), (value, isWanted) => {
        const wanted = [...value].filter(([name]) => isWanted(name))
        const names = new Set([...wanted.map(([name]) => name), 'a field that does not exist'])
        expect(encode(decodeFields(encode(value), names)).equals(encode(doc(wanted)))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('encode and decode', () => {
  it('round-trips any document byte for byte', () => {
    fc.assert(
      fc.property(arbitraryDoc, (value) => {
        const bytes = encode(value)
        expect(encode(decode(bytes)).equals(bytes)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps the type of every number and the sign of -0', () => {
    const numbers: Value[] = [
      new Int32(5),
      new Double(5),
      Long.fromNumber(5),
      Decimal128.fromString('5.0'),
      new Double(-0),
    ]
    const back = decode(encode(doc([['n', numbers]]))).get('n') as Value[]
    expect(back.map((value) => typeName(value))).toEqual(['int', 'double', 'long', 'decimal', 'double'])
    expect(Object.is((back[4] as Double).value, -0)).toBe(true)
  })

  it('keeps the order of integer-like names and a field named __proto__', () => {
    const back = decode(
      encode(
        doc([
          ['b', null],
          ['1', true],
          ['__proto__', 'x'],
          ['0', false],
        ]),
      ),
    )
    expect([...back.keys()]).toEqual(['b', '1', '__proto__', '0'])
  })

  it('writes the same bytes as the official bson library', () => {
    const when = new Date(-123456789012)
    const bytes = serialize({
      a: 1,
      b: 'é\u{1f600}',
      c: [1.5, { d: null }],
      e: when,
      f: new BsonBinary(Buffer.from('xy'), 2),
    })
    expect(encode(decode(bytes)).equals(bytes)).toBe(true)
    expect(deserialize(encode(toDoc({ a: 1, e: when })))).toEqual({ a: 1, e: when })
  })

  it('round-trips dates before 1970 and far in the future exactly', () => {
    for (const time of [-1, 0, 1, -8.64e15, 8.64e15, 2 ** 32, -(2 ** 32)]) {
      expect(toPlain(decode(encode(toDoc({ t: new Date(time) }))))).toEqual({ t: new Date(time) })
    }
  })

  it('returns values that do not change when the decoded buffer is overwritten', () => {
    const bytes = encode(toDoc({ d: Decimal128.fromString('1.5') }))
    const read = decode(bytes)
    bytes.fill(0)
    expect(toPlain(read)).toEqual({ d: Decimal128.fromString('1.5') })
  })

  it.each([
    ['a document that runs past its end', [100, 0, 0, 0, 0]],
    ['a document length of less than five bytes', [3, 0, 0, 0, 0]],
    ['bytes after the document', [5, 0, 0, 0, 0, 0]],
    ['an unknown type', [8, 0, 0, 0, 0x50, 0x61, 0, 0]],
    ['an unterminated string', [13, 0, 0, 0, 2, 0x61, 0, 9, 0, 0, 0, 0, 0]],
    ['a boolean with the value 2', [9, 0, 0, 0, 8, 0x61, 0, 2, 0]],
    ['a duplicate field name', [11, 0, 0, 0, 10, 0x61, 0, 10, 0x61, 0, 0]],
    ['a string that is not UTF-8', [14, 0, 0, 0, 2, 0x61, 0, 2, 0, 0, 0, 0xff, 0, 0]],
  ])('rejects %s with the error code InvalidBSON (22)', (_, bytes) => {
    expect(() => decode(Buffer.from(bytes))).toThrow(expect.objectContaining({ code: 22 }))
  })

  it('rejects any truncated document and any document with a wrong length', () => {
    fc.assert(
      fc.property(arbitraryDoc, fc.nat(), (value, at) => {
        const bytes = encode(value)
        const cut = bytes.subarray(0, at % bytes.length)
        expect(() => decode(cut)).toThrow(/BSON|range|bounds/)
        const changed = Buffer.from(bytes)
        const length = at % (2 * bytes.length)
        changed.writeInt32LE(length === bytes.length ? -1 : length)
        expect(() => decode(changed)).toThrow(/BSON|range|bounds/)
      }),
    )
  })

  it('rejects documents that are nested too deeply with code 15 when encoding and decoding', () => {
    const nest = (levels: number) => {
      let nested: Doc = doc([])
      for (let level = 0; level < levels; level++) nested = doc([['a', level % 2 ? nested : [nested]]])
      return nested
    }
    const tooDeep = expect.objectContaining({ code: 15 })
    expect(() => encode(nest(200))).toThrow(tooDeep)
    const deepest = encode(nest(130))
    expect(encode(decode(deepest)).equals(deepest)).toBe(true)
    let bytes = encode(doc([]))
    for (let level = 0; level < 250; level++) {
      bytes = Buffer.concat([Buffer.from([0, 0, 0, 0, 3, 97, 0]), bytes, Buffer.of(0)])
      bytes.writeInt32LE(bytes.length)
    }
    expect(() => decode(bytes)).toThrow(tooDeep)
  })
})
