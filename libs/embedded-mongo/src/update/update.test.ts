import { describe, expect, it } from 'vitest'
import {
  BSONRegExp,
  Decimal128,
  type Doc,
  Double,
  Int32,
  Long,
  type Plain,
  Timestamp,
  toDoc,
  toPlain,
  toValue,
  typeName,
} from '../bson/values.ts'
import { compileMatch } from '../query/match.ts'
import { compileUpdate, updateKind } from './update.ts'

type Fields = { [name: string]: Plain }
type Settings = { filter?: Fields; arrayFilters?: Fields[]; isInsert?: boolean }

const now = new Date('2026-01-02T03:04:05.678Z')
const dec = (text: string) => Decimal128.fromString(text)

function update(
  doc: Fields,
  change: Fields | Fields[],
  { filter = {}, arrayFilters = [], isInsert = false }: Settings = {},
) {
  const compiled = compileUpdate(
    Array.isArray(change) ? change.map((stage) => toDoc(stage)) : toDoc(change),
    {
      now,
      arrayFilters: arrayFilters.map((each) => toDoc(each)),
    },
  )
  return compiled(toDoc(doc), { isInsert, matcher: compileMatch(toDoc(filter)) })
}

const updated = (doc: Fields, change: Fields | Fields[], settings?: Settings) =>
  toPlain(update(doc, change, settings))

const failing = (doc: Fields, change: Fields | Fields[], settings?: Settings) => {
  try {
    update(doc, change, settings)
  } catch (error) {
    return (error as { code: number }).code
  }
  return 'no error'
}

describe('compileUpdate with operators', () => {
  it.each<[Fields, Fields, Fields]>([
    [{ a: 1 }, { $set: { a: 2, b: 3 } }, { a: 2, b: 3 }],
    [{}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    [{}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
    [{ a: [1] }, { $set: { 'a.0': 2 } }, { a: [2] }],
    [{ a: [1] }, { $set: { 'a.3': 2 } }, { a: [1, null, null, 2] }],
    [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2, 'a.0.c': 3 } }, { a: [{ b: 2, c: 3 }] }],
    [{ a: 1 }, { $set: {} }, { a: 1 }],
    [{ a: 1, b: 2 }, { $unset: { a: '', z: 1, 'b.c': 1 } }, { b: 2 }],
    [{ a: [1, 2] }, { $unset: { 'a.0': 1 } }, { a: [null, 2] }],
    [{ a: { b: 1 } }, { $unset: { 'a.b': 1 } }, { a: {} }],
    [{ a: [1] }, { $unset: { 'a.x': 1, 'a.5': 1 } }, { a: [1] }],
    [{ a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
    [{ a: 1.5 }, { $inc: { a: 1 } }, { a: 2.5 }],
    [{ a: 3 }, { $mul: { a: 2, b: 5 } }, { a: 6, b: 0 }],
    [{ a: 3 }, { $min: { a: 2, b: 7 } }, { a: 2, b: 7 }],
    [{ a: 3 }, { $min: { a: 4 } }, { a: 3 }],
    [{ a: 3 }, { $max: { a: 'x' } }, { a: 'x' }],
    [{ a: null }, { $max: { a: 1 } }, { a: 1 }],
    [{ a: 1, c: 2 }, { $rename: { a: 'b' } }, { b: 1, c: 2 }],
    [{ a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
    [{ a: { b: 1 } }, { $rename: { 'a.b': 'c.d' } }, { a: {}, c: { d: 1 } }],
    [{ x: 1 }, { $rename: { a: 'x.y' } }, { x: 1 }],
    [{}, { $currentDate: { a: true, b: { $type: 'date' } } }, { a: now, b: now }],
    [{}, { $setOnInsert: { a: 1 } }, {}],
    [{ a: 5 }, { $setOnInsert: { 'a.b': 1 } }, { a: 5 }],
    [{ a: 13 }, { $bit: { a: { and: 10 }, b: { or: 5 } } }, { a: 8, b: 5 }],
    [{ a: 6 }, { $bit: { a: { xor: 3 } } }, { a: 5 }],
    [{ a: [1] }, { $push: { a: 2, b: 3 } }, { a: [1, 2], b: [3] }],
    [{ a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
    [{ a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 0 } } }, { a: [9, 1, 2] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
    [{ a: [1, 2, 3] }, { $push: { a: { $each: [9], $position: -4 } } }, { a: [9, 1, 2, 3] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 50 } } }, { a: [1, 2, 9] }],
    [{ a: [3] }, { $push: { a: { $each: [1, 2], $sort: 1, $slice: 2 } } }, { a: [1, 2] }],
    [{ a: [3] }, { $push: { a: { $each: [1, 2], $sort: -1, $slice: -2 } } }, { a: [2, 1] }],
    [{ a: [3] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
    [
      { a: [{ n: 2, k: 'x' }, { n: 1 }] },
      { $push: { a: { $each: [{ n: 2, k: 'a' }], $sort: { n: -1, k: 1 } } } },
      { a: [{ n: 2, k: 'a' }, { n: 2, k: 'x' }, { n: 1 }] },
    ],
    [{ a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
    [
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    [{ a: [1] }, { $addToSet: { a: [1] } }, { a: [1, [1]] }],
    [{}, { $addToSet: { a: { $each: [1, 1] } } }, { a: [1] }],
    [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [{ a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    [{ a: ['x', 'y'] }, { $pull: { a: new BSONRegExp('^x') } }, { a: ['y'] }],
    [
      { a: [{ k: 1, n: 1 }, { k: 1, n: 2 }, 5] },
      { $pull: { a: { k: 1, n: { $gt: 1 } } } },
      { a: [{ k: 1, n: 1 }, 5] },
    ],
    [
      { a: [{ b: [1, 9] }, { b: [1] }] },
      { $pull: { a: { b: { $elemMatch: { $gt: 5 } } } } },
      { a: [{ b: [1] }] },
    ],
    [{ a: [1, 2, 3] }, { $pull: { a: { $in: [1, 3] } } }, { a: [2] }],
    [{ a: [[1], 2] }, { $pull: { a: [1] } }, { a: [2] }],
    [{}, { $pull: { a: 1, 'b.c': 1 } }, {}],
    [{ a: [1, 2, 1] }, { $pullAll: { a: [1, 7] } }, { a: [2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: -1, z: 1 } }, { a: [2, 3] }],
    [{ a: [] }, { $pop: { a: 1 } }, { a: [] }],
    [{ a: [{ b: [1] }] }, { $push: { 'a.0.b': 2 } }, { a: [{ b: [1, 2] }] }],
  ])('changes %j with the update %j to %j', (doc, change, expected) => {
    expect(updated(doc, change)).toEqual(toPlain(toDoc(expected)))
  })

  it("adds new fields in MongoDB's order: names lexicographically and numbers by value", () => {
    expect([...update({ _id: 1 }, { $set: { b: 1, a: 1, 'c.10': 1, 'c.9': 1 } }).keys()]).toEqual([
      '_id',
      'a',
      'b',
      'c',
    ])
    const numbered = update({}, { $set: { 'c.10': 1, 'c.9': 1 } }).get('c') as Doc
    expect([...numbered.keys()]).toEqual(['9', '10'])
  })

  it('returns the numeric type that fits both operands and the result', () => {
    const types = (doc: Fields, change: Fields) => typeName(update(doc, change).get('a')!)
    expect(types({ a: 1 }, { $inc: { a: 1 } })).toBe('int')
    expect(types({ a: 0x7fffffff }, { $inc: { a: 1 } })).toBe('long')
    expect(types({ a: Long.fromNumber(1) }, { $inc: { a: 1 } })).toBe('long')
    expect(types({ a: 1 }, { $inc: { a: new Double(1) } })).toBe('double')
    expect(types({ a: new Double(1) }, { $mul: { a: dec('2') } })).toBe('decimal')
    expect(types({}, { $mul: { a: Long.fromNumber(2) } })).toBe('long')
    expect(types({ a: 1 }, { $bit: { a: { or: Long.fromNumber(2) } } })).toBe('long')
    expect(toPlain(update({ a: dec('0.1') }, { $inc: { a: dec('0.2') } }))).toEqual({ a: dec('0.3') })
    expect(update({}, { $currentDate: { a: { $type: 'timestamp' } } }).get('a')).toBeInstanceOf(Timestamp)
  })

  it('returns the same document when nothing changes, and never modifies its input', () => {
    const doc = toDoc({ _id: 1, a: [1, { b: 1 }], c: 1 })
    const same = (change: Fields) => compileUpdate(toDoc(change), { now })(doc, { isInsert: false }) === doc
    expect(same({ $set: { 'a.1.b': 1, c: 1 } })).toBe(true)
    expect(same({ $pull: { a: 9 }, $inc: { c: 0 } })).toBe(true)
    expect(same({ $unset: { z: 1 }, $max: { c: 0 }, $addToSet: { a: 1 } })).toBe(true)
    expect(same({ _id: 1, a: [1, { b: 1 }], c: 1 })).toBe(true)
    expect(same({ $set: { c: Long.fromNumber(1) } })).toBe(false)
    expect(same({ $set: { 'a.1.b': 2 }, $push: { d: 1 } })).toBe(false)
    expect(toPlain(doc)).toEqual({ _id: 1, a: [1, { b: 1 }], c: 1 })
  })
})

describe('compileUpdate with positional operators', () => {
  const doc: Fields = {
    a: [
      { k: 'x', n: 1 },
      { k: 'y', n: 2 },
      { k: 'y', n: 3 },
    ],
  }

  it('resolves $ to the item that the filter matched, even when another operator changes the same array', () => {
    const change = { $set: { 'a.$.n': 9, 'a.$.m': 8 }, $inc: { 'a.0.n': 1 } }
    expect(updated(doc, change, { filter: { 'a.k': 'y' } })).toEqual({
      a: [
        { k: 'x', n: 2 },
        { k: 'y', n: 9, m: 8 },
        { k: 'y', n: 3 },
      ],
    })
    expect(updated({ a: [1, 5] }, { $set: { 'a.$': 6 } }, { filter: { a: { $gt: 2 } } })).toEqual({
      a: [1, 6],
    })
    expect(updated({ a: [1, 5] }, { $unset: { 'a.$': 1 } }, { filter: { a: 5 } })).toEqual({ a: [1, null] })
  })

  it('resolves $[] to every item and $[id] to the items that match its array filter', () => {
    expect(updated(doc, { $inc: { 'a.$[].n': 1 } })).toEqual({
      a: [
        { k: 'x', n: 2 },
        { k: 'y', n: 3 },
        { k: 'y', n: 4 },
      ],
    })
    expect(
      updated({ a: [1, 5, 9] }, { $set: { 'a.$[i]': 0 } }, { arrayFilters: [{ i: { $gte: 5 } }] }),
    ).toEqual({ a: [1, 0, 0] })
    const nested: Fields = { a: [{ b: [1, 2] }, { b: [3] }] }
    expect(updated(nested, { $mul: { 'a.$[].b.$[i]': 10 } }, { arrayFilters: [{ i: { $gt: 1 } }] })).toEqual({
      a: [{ b: [1, 20] }, { b: [30] }],
    })
    expect(
      updated(
        doc,
        { $set: { 'a.$[p].n': 0, 'a.$[q].m': 1 } },
        { arrayFilters: [{ 'p.k': 'y' }, { $or: [{ 'q.n': 2 }, { 'q.n': 1 }] }] },
      ),
    ).toEqual({
      a: [
        { k: 'x', n: 1, m: 1 },
        { k: 'y', n: 0, m: 1 },
        { k: 'y', n: 0 },
      ],
    })
  })
})

describe('compileUpdate with an invalid update', () => {
  it.each<[string, Fields, Fields, number, Settings?]>([
    ['an unknown operator', {}, { $foo: { a: 1 } }, 9],
    ['a field next to operators', {}, { $set: { a: 1 }, b: 1 }, 9],
    ['an operator next to fields', {}, { b: 1, $set: { a: 1 } }, 52],
    ['an operator without fields', {}, { $set: 5 }, 9],
    ['the same path twice', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['a path and one below it', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
    ['a path and one above it', {}, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40],
    ['a rename to a path that is set', {}, { $set: { b: 1 }, $rename: { a: 'b' } }, 40],
    ['$ and its own index', { a: [1] }, { $set: { 'a.$': 1, 'a.0': 2 } }, 40, { filter: { a: 1 } }],
    ['$[] next to an index', { a: [1] }, { $set: { 'a.$[]': 1, 'a.0': 2 } }, 40],
    [
      '$[] and $[id] on one item',
      { a: [1] },
      { $set: { 'a.$[]': 1, 'a.$[i]': 2 } },
      40,
      { arrayFilters: [{ i: 1 }] },
    ],
    ['a field under a number', { a: 5 }, { $set: { 'a.b': 1 } }, 28],
    ['a field under null', { a: null }, { $inc: { 'a.b': 1 } }, 28],
    ['a name under an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
    ['another _id', { _id: 1 }, { $set: { _id: 2 } }, 66],
    ['no _id', { _id: 1 }, { $unset: { _id: 1 } }, 66],
    ['a replacement with another _id', { _id: 1 }, { _id: 2 }, 66],
    ['an empty path', {}, { $set: { '': 1 } }, 56],
    ['an empty part', {}, { $set: { 'a..b': 1 } }, 56],
    ['a name with a dollar', {}, { $set: { $b: 1 } }, 52],
    ['$inc by a string', {}, { $inc: { a: 'x' } }, 14],
    ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
    ['$mul of null', { a: null }, { $mul: { a: 1 } }, 14],
    ['$inc over 64 bits', { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
    ['$push on a scalar', { a: 1 }, { $push: { a: 1 } }, 2],
    ['$push on null', { a: null }, { $push: { a: 1 } }, 2],
    ['$push with an $each that is not an array', {}, { $push: { a: { $each: 1 } } }, 2],
    ['$push with an unknown clause', {}, { $push: { a: { $each: [], $foo: 1 } } }, 2],
    ['$push with a wrong $sort', {}, { $push: { a: { $each: [], $sort: 2 } } }, 2],
    ['$push with a wrong $slice', {}, { $push: { a: { $each: [], $slice: 1.5 } } }, 2],
    ['$addToSet on a scalar', { a: 1 }, { $addToSet: { a: 1 } }, 2],
    ['$pull on a scalar', { a: 1 }, { $pull: { a: 1 } }, 2],
    ['$pullAll without an array', {}, { $pullAll: { a: 1 } }, 2],
    ['$pop by 2', {}, { $pop: { a: 2 } }, 9],
    ['$pop of a scalar', { a: 1 }, { $pop: { a: 1 } }, 14],
    ['$bit with a double', {}, { $bit: { a: { and: 1.5 } } }, 2],
    ['$bit of a string', { a: 'x' }, { $bit: { a: { and: 1 } } }, 2],
    ['$rename to itself', {}, { $rename: { a: 'a' } }, 2],
    ['$rename below itself', {}, { $rename: { a: 'a.b' } }, 2],
    ['$rename to a number', {}, { $rename: { a: 1 } }, 2],
    ['$rename from an array item', { a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
    ['$rename into an array', { a: [1], b: 1 }, { $rename: { b: 'a.0' } }, 2],
    ['$rename with $', {}, { $rename: { 'a.$': 'b' } }, 2],
    ['$currentDate with a number', {}, { $currentDate: { a: 1 } }, 2],
    ['$ without a match in an array', { a: [1] }, { $set: { 'a.$': 1 } }, 2, { filter: { _id: 1 } }],
    ['$ in an upsert that inserts', {}, { $set: { 'a.$': 1 } }, 2, { isInsert: true, filter: { a: 1 } }],
    ['$ in the first position', {}, { $set: { $: 1 } }, 2],
    ['$ twice in a path', { a: [] }, { $set: { 'a.$.b.$': 1 } }, 2],
    ['$[] on a missing field', {}, { $set: { 'a.$[]': 1 } }, 2],
    ['$[] on a scalar', { a: 1 }, { $set: { 'a.$[]': 1 } }, 2],
    ['$[id] without its filter', { a: [1] }, { $set: { 'a.$[i]': 1 } }, 2],
    ['an unused filter', { a: [1] }, { $set: { b: 1 } }, 9, { arrayFilters: [{ i: 1 }] }],
    ['a filter with two names', { a: [1] }, { $set: { 'a.$[i]': 1 } }, 9, { arrayFilters: [{ i: 1, j: 1 }] }],
    [
      'two filters with the same name',
      { a: [1] },
      { $set: { 'a.$[i]': 1 } },
      9,
      { arrayFilters: [{ i: 1 }, { i: 2 }] },
    ],
    [
      'a filter name that starts with a capital',
      { a: [1] },
      { $set: { 'a.$[I]': 1 } },
      2,
      { arrayFilters: [{ I: 1 }] },
    ],
  ])('rejects %s: updating %j with %j fails with code %i', (_, doc, change, code, settings) => {
    expect(failing(doc, change, settings)).toBe(code)
  })

  it('includes the path in the message of an error about a conflict or a field under a scalar', () => {
    expect(() => update({ a: { b: 5 } }, { $set: { 'a.b.c': 1 } })).toThrow(
      "Cannot create field 'c' in element {b: 5}",
    )
    expect(() => update({}, { $set: { a: 1, 'a.b': 1 } })).toThrow(
      "Updating the path 'a.b' would create a conflict at 'a'",
    )
  })
})

describe('updateKind', () => {
  it('returns pipeline for an array, operators if the first field starts with $, and replacement otherwise', () => {
    expect(updateKind([toValue({ $set: { a: 1 } })])).toBe('pipeline')
    expect(updateKind(toDoc({ $set: { a: 1 } }))).toBe('operators')
    expect(updateKind(toDoc({ a: 1 }))).toBe('replacement')
    expect(updateKind(toDoc({}))).toBe('replacement')
  })
})

describe('compileUpdate with replacements and pipelines', () => {
  it('keeps _id as the first field and removes all other old fields in a replacement', () => {
    const result = update({ _id: 1, a: 1 }, { b: 2 })
    expect([...result]).toEqual([
      ['_id', new Int32(1)],
      ['b', new Int32(2)],
    ])
    expect(updated({ _id: 1, a: 1 }, { b: 2, _id: 1 })).toEqual({ _id: 1, b: 2 })
    expect(updated({ _id: 1, a: 1 }, {})).toEqual({ _id: 1 })
  })

  it('gives a pipeline the document and the current time, keeps _id and rejects a changed _id or a $match', () => {
    expect(
      updated({ _id: 1, a: 1 }, [{ $set: { b: { $add: ['$a', 1] }, t: '$$NOW' } }, { $unset: 'a' }]),
    ).toEqual({
      _id: 1,
      b: 2,
      t: now,
    })
    expect(updated({ _id: 1, a: { x: 1 } }, [{ $replaceWith: '$a' }])).toEqual({ _id: 1, x: 1 })
    expect(failing({ _id: 1 }, [{ $set: { _id: 2 } }])).toBe(66)
    expect(failing({ _id: 1 }, [{ $match: {} }])).toBe(72)
  })
})
