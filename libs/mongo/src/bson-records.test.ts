import fc from 'fast-check'
import { mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { decodeRecord } from './bson-records.ts'
import { toRecord } from './models.ts'
import type { StoredRecord } from './models.ts'

const { BSON, Binary, Long, ObjectId } = mongo

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 3, arbitrary: fc.integer() },
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.date({ noInvalidDate: true }) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, -0, 2 ** 31, '\ufffd', 'مرحبا', '😀') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Long.fromString('9007199254740993'),
      Long.fromNumber(5),
      new ObjectId(),
      new Binary(Buffer.from('ab')),
      /a/i,
    ),
  },
)
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('_id', 'name', 'createdAt', 'a', '0', '', 'constructor') },
  { weight: 1, arbitrary: fc.constantFrom('$ref', '$id', '__proto__', 'é', 'x'.repeat(300)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')) },
)
const { document } = fc.letrec<{ value: unknown; document: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('document') as fc.Arbitrary<unknown>,
  ),
  document: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
}))

describe('decodeRecord', () => {
  it('decodes a document to the same record as the driver', () => {
    fc.assert(
      fc.property(document, (given) => {
        const bytes = BSON.serialize({ _id: 'a', createdAt: new Date(5), given })
        expect(decodeRecord(bytes)).toEqual(toRecord(BSON.deserialize(bytes) as StoredRecord))
      }),
      { numRuns: 400 },
    )
  })

  it('decodes a document inside a larger buffer without keeping a reference to the buffer', () => {
    const bytes = BSON.serialize({ _id: 'a', name: 'Mona', list: ['x', { y: 1 }] })
    const message = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')])
    const record = decodeRecord(message.subarray(6, 6 + bytes.length))
    message.fill(0)
    expect(record).toEqual({ id: 'a', name: 'Mona', list: ['x', { y: 1 }] })
  })

  it('rejects invalid UTF-8 like the driver', () => {
    const bytes = BSON.serialize({ _id: 'a', name: 'Mona' })
    bytes[bytes.lastIndexOf(0x4d)] = 0xff
    expect(() => decodeRecord(bytes)).toThrow('UTF-8')
  })
})
