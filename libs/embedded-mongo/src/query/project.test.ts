import { describe, expect, it } from 'vitest'
import { type Plain, toDoc, toPlain } from '../bson/values.ts'
import { compileMatch } from './match.ts'
import { compileProjection } from './project.ts'

type Fields = { [name: string]: Plain }

const now = new Date('2026-01-02T00:00:00Z')
const doc: Fields = {
  _id: 1,
  a: 5,
  b: { c: 1, d: 2 },
  e: [{ k: 'x', n: 1 }, 7, { k: 'y', n: 2 }, { k: 'y', n: 3 }],
  f: [1, 2, 3, 4],
}

const project = (spec: Fields, filter: Fields = {}, from: Fields = doc) =>
  compileProjection(toDoc(spec), compileMatch(toDoc(filter)), now)(toDoc(from))

describe('compileProjection', () => {
  it.each<[Fields, Fields]>([
    [{ a: 1 }, { _id: 1, a: 5 }],
    [{ _id: 0, a: true }, { a: 5 }],
    [{ _id: 1 }, { _id: 1 }],
    [{ z: 1 }, { _id: 1 }],
    [
      { _id: 0, e: 0, f: 0 },
      { a: 5, b: { c: 1, d: 2 } },
    ],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 1 } }],
    [{ b: { c: 1 } }, { _id: 1, b: { c: 1 } }],
    [
      { 'b.c': 0, e: 0, f: 0 },
      { _id: 1, a: 5, b: { d: 2 } },
    ],
    [
      { 'a.x': 1, 'b.z': 1 },
      { _id: 1, b: {} },
    ],
    [{ 'e.k': 1 }, { _id: 1, e: [{ k: 'x' }, { k: 'y' }, { k: 'y' }] }],
    [
      { 'e.k': 0, a: 0, b: 0, f: 0 },
      { _id: 1, e: [{ n: 1 }, 7, { n: 2 }, { n: 3 }] },
    ],
    [
      { _id: 0, a: 1, s: { $add: ['$a', 1] }, t: '$$NOW', l: 'text' },
      { a: 5, s: 6, t: now, l: 'text' },
    ],
    [
      { f: { $slice: 2 }, b: 0, e: 0 },
      { _id: 1, a: 5, f: [1, 2] },
    ],
    [
      { f: { $slice: -2 }, a: 1 },
      { _id: 1, a: 5, f: [3, 4] },
    ],
    [
      { f: { $slice: [1, 2] }, _id: 1 },
      { _id: 1, f: [2, 3] },
    ],
    [
      { f: { $slice: [-3, 2] }, a: 1 },
      { _id: 1, a: 5, f: [2, 3] },
    ],
    [
      { f: { $slice: [10, 2] }, a: 1 },
      { _id: 1, a: 5, f: [] },
    ],
    [
      { a: { $slice: 1 }, _id: 1 },
      { _id: 1, a: 5 },
    ],
    [{ x: { $slice: ['$f', 1] } }, { _id: 1, x: [1] }],
    [{ e: { $elemMatch: { k: 'y' } } }, { _id: 1, e: [{ k: 'y', n: 2 }] }],
    [{ _id: 0, f: { $elemMatch: { $gt: 2 } } }, { f: [3] }],
    [
      { f: { $elemMatch: { $gt: 9 } }, a: 1 },
      { _id: 1, a: 5 },
    ],
    [{ a: { $elemMatch: { $gt: 1 } } }, { _id: 1 }],
  ])('applies the projection %j and returns %j', (spec, expected) => {
    expect(toPlain(project(spec))).toEqual(toPlain(toDoc(expected)))
  })

  it('keeps the other fields when $slice is the only projection, even with _id excluded', () => {
    expect(toPlain(project({ f: { $slice: 1 } }))).toEqual(toPlain(toDoc({ ...doc, f: [1] })))
    expect([...project({ _id: 0, f: { $slice: 1 } }).keys()]).toEqual(['a', 'b', 'e', 'f'])
  })

  it('returns fields in the order of the document, not of the projection', () => {
    expect([...project({ f: 1, a: 1 }).keys()]).toEqual(['_id', 'a', 'f'])
  })

  it('slices arrays inside the documents of an array', () => {
    const nested: Fields = { _id: 1, a: [{ b: [1, 2] }, { b: [3, 4] }] }
    expect(toPlain(project({ 'a.b': { $slice: 1 } }, {}, nested))).toEqual({
      _id: 1,
      a: [{ b: [1] }, { b: [3] }],
    })
  })

  it.each<[Fields, Fields, Fields]>([
    [{ 'f.$': 1 }, { f: { $gt: 2 } }, { _id: 1, f: [3] }],
    [{ 'e.$': 1 }, { 'e.k': 'y' }, { _id: 1, e: [{ k: 'y', n: 2 }] }],
    [{ 'e.n.$': 1 }, { e: { $elemMatch: { n: 3 } } }, { _id: 1, e: [{ n: 3 }] }],
    [{ 'e.$': 1, a: 1 }, { e: 7 }, { _id: 1, a: 5, e: [7] }],
  ])('applies the projection %j with the filter %j and returns %j', (spec, filter, expected) => {
    expect(toPlain(project(spec, filter))).toEqual(toPlain(toDoc(expected)))
  })

  it.each<[Fields, number, Fields?]>([
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ a: 1, 'a.b': 1 }, 31250],
    [{ 'f.0': 1, f: { $slice: 1 } }, 31250],
    [{ a: {} }, 51270],
    [{ 'f.$': 1 }, 31277, { a: 5 }],
    [{ 'f.$': 1, 'e.$': 1 }, 31276, { f: 1 }],
    [{ 'f.$': 0 }, 31395, { f: 1 }],
    [{ 'e.$.k': 1 }, 31394, { 'e.k': 'y' }],
    [{ 'f.$': 1, e: { $elemMatch: { k: 'x' } } }, 31255, { f: 1 }],
    [{ 'b.c': { $elemMatch: { k: 'x' } } }, 31275],
    [{ e: { $elemMatch: 1 } }, 31274],
    [{ f: { $slice: [0, 0] } }, 28724],
    [{ a: { $meta: 'textScore' } }, 2],
    [{ 'a.$': 1 }, 51246, { a: 5 }],
  ])('rejects the projection %j with code %i', (spec, code, filter) => {
    expect(() => project(spec, filter)).toThrow(expect.objectContaining({ code }))
  })
})
