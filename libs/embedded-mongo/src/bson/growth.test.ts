import { describe, expect, it, vi } from 'vitest'
import { Binary, Decimal128, Double, Int32, Long, type Doc, type Value } from './values.ts'

const FIRST_BUFFER = 1 << 16

const FIRST_KEY_BUFFER = 1 << 12

describe('encodeKey and encode with a growing buffer', () => {
  it('encodes a key to the same bytes when the buffer grows while it is encoded', async () => {
    const tail: Value[] = [
      new Double(1.5),
      Long.MAX_VALUE,
      Decimal128.fromString('1.1'),
      new Binary(Buffer.from('b'), 0),
    ]
    for (let short = 0; short < 90; short++) {
      const values = ['x'.repeat(FIRST_KEY_BUFFER - short), ...tail, 'ü', new Map([['a', true]])]
      const directions = values.map(() => 1 as const)
      vi.resetModules()
      const { encodeKey } = await import('./keys.ts')
      const first = encodeKey(values, directions, Infinity)
      expect(encodeKey(values, directions, Infinity).equals(first)).toBe(true)
    }
  })

  it('encodes a document correctly when the buffer grows while it is encoded', async () => {
    const tail: [string, Value][] = [
      ['flag', true],
      ['double', new Double(1.5)],
      ['int', new Int32(7)],
      ['long', Long.fromNumber(9)],
      ['at', new Date(123456789)],
      ['bytes', new Binary(Buffer.from('bytes'), 0)],
      ['text', 'ü'],
      ['list', [new Map([['a', null]])]],
    ]
    for (let short = 0; short < 140; short++) {
      const doc: Doc = new Map<string, Value>([['filler', 'x'.repeat(FIRST_BUFFER - short)], ...tail])
      // A freshly loaded module starts with a small buffer of uninitialized memory, so missing writes become visible.
      vi.resetModules()
      const { decode, encode } = await import('./codec.ts')
      expect(decode(encode(doc))).toEqual(doc)
    }
  })
})
