import { describe, expect, it } from 'vitest'
import { BSONRegExp, type Plain, toDoc, toPlain } from '../bson/values.ts'
import { upsertSeed } from './upsert.ts'

type Fields = { [name: string]: Plain }

describe('upsertSeed', () => {
  it.each<[Fields, Fields]>([
    [
      { b: 1, a: 2 },
      { a: 2, b: 1 },
    ],
    [{ a: { $eq: 1 }, b: { $gt: 2 } }, { a: 1 }],
    [{ 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
    [{ 'a.0': 1 }, { a: { 0: 1 } }],
    [
      { a: [1, 2], b: null },
      { a: [1, 2], b: null },
    ],
    [{ $and: [{ a: 1 }, { $and: [{ b: { $eq: 2 } }] }] }, { a: 1, b: 2 }],
    [{ $or: [{ a: 1 }] }, { a: 1 }],
    [{ $or: [{ a: 1 }, { a: 2 }] }, {}],
    [{ a: { $all: [1] } }, { a: 1 }],
    [{ a: { $in: [1] } }, { a: 1 }],
    [{ a: { $in: [1, 2] } }, {}],
    [{ a: new BSONRegExp('x') }, {}],
    [{ a: { $ne: 1 }, $nor: [{ b: 1 }] }, {}],
    [{ a: { b: 1 } }, { a: { b: 1 } }],
  ])('converts the filter %j to the document %j', (filter, expected) => {
    const seed = upsertSeed(toDoc(filter))
    expect(toPlain(seed)).toEqual(toPlain(toDoc(expected)))
    expect([...seed.keys()]).toEqual(Object.keys(expected))
  })

  it('puts _id first in the document', () => {
    expect([...upsertSeed(toDoc({ Z: 1, _id: 7 })).keys()]).toEqual(['_id', 'Z'])
  })

  it.each<Fields>([{ a: 1, 'a.b': 2 }, { a: 1, $and: [{ a: 2 }] }, { a: { $all: [1, 2] } }])(
    'fails with code 54 for the filter %j, which sets a path twice',
    (filter) => {
      expect(() => upsertSeed(toDoc(filter))).toThrow(expect.objectContaining({ code: 54 }))
    },
  )
})
