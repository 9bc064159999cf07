import { describe, expect, it } from 'vitest'
import { Decimal128, MinKey, type Plain, toDoc, toPlain } from '../bson/values.ts'
import { compileSort } from './sort.ts'

type Fields = { [name: string]: Plain }

const ids = (spec: Fields, docs: Fields[]) =>
  docs
    .map((doc, index) => toDoc({ _id: index, ...doc }))
    .sort(compileSort(toDoc(spec)))
    .map((doc) => toPlain(doc.get('_id')))

describe('compileSort', () => {
  it('orders mixed types, treats a missing value as null and puts an empty array before null', () => {
    const docs: Fields[] = [
      { a: 'x' },
      { a: 1 },
      {},
      { a: [] },
      { a: null },
      { a: new MinKey() },
      { a: Decimal128.fromString('0.5') },
    ]
    expect(ids({ a: 1 }, docs)).toEqual([5, 3, 2, 4, 6, 1, 0])
    expect(ids({ a: -1 }, docs)).toEqual([0, 1, 6, 2, 4, 3, 5])
  })

  it('sorts arrays by their smallest item ascending and by their largest descending', () => {
    const docs: Fields[] = [{ a: [5, 1] }, { a: 3 }, { a: [2, 4] }]
    expect(ids({ a: 1 }, docs)).toEqual([0, 2, 1])
    expect(ids({ a: -1 }, docs)).toEqual([0, 2, 1])
  })

  it('compares fields of the same array item when sorting by two fields of an array', () => {
    const docs: Fields[] = [
      {
        a: [
          { x: 1, y: 9 },
          { x: 2, y: 0 },
        ],
      },
      { a: [{ x: 1, y: 5 }] },
    ]
    expect(ids({ 'a.x': 1, 'a.y': 1 }, docs)).toEqual([1, 0])
  })

  it('treats a number in a path as an array index and a path through a scalar as null', () => {
    expect(ids({ 'a.0': 1 }, [{ a: [2, 0] }, { a: [1, 9] }])).toEqual([1, 0])
    expect(ids({ 'a.b': 1 }, [{ a: [[{ b: 1 }]] }, { a: [{ b: 0 }] }])).toEqual([0, 1])
    expect(ids({ 'a.b': 1 }, [{ a: [{ b: 1 }] }, { a: [1, { b: 2 }] }])).toEqual([1, 0])
  })

  it('sorts by several fields and keeps the order of equal documents', () => {
    const docs: Fields[] = [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 0, b: 1 },
      { a: 1, b: 2 },
    ]
    expect(ids({ a: 1, b: -1 }, docs)).toEqual([2, 1, 3, 0])
  })

  it('rejects parallel arrays, ambiguous numeric paths, invalid directions and $meta', () => {
    expect(() => ids({ a: 1, b: 1 }, [{ a: [1], b: [2] }, {}])).toThrow(expect.objectContaining({ code: 2 }))
    expect(() => ids({ 'a.0': 1 }, [{ a: [5, { 0: 1 }] }, {}])).toThrow(
      expect.objectContaining({ code: 16746 }),
    )
    expect(() => compileSort(toDoc({ a: 2 }))).toThrow(expect.objectContaining({ code: 15975 }))
    expect(() => compileSort(toDoc({ a: { $meta: 'textScore' } }))).toThrow(/\$meta/)
  })
})
