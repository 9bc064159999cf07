import { expect, it, vi } from 'vitest'
import { Binary, Double, Int32, Long, type Doc, type Value } from './values.ts'

const FIRST_BUFFER = 1 << 16

it('writes every value whole wherever the buffer has to grow', async () => {
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
    // A new module begins with a small buffer, whose old memory is not zero: what is not written shows.
    vi.resetModules()
    const { decode, encode } = await import('./codec.ts')
    expect(decode(encode(doc))).toEqual(doc)
  }
})
