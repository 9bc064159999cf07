import type { CreateIndexesOptions, Document, IndexSpecification } from 'mongodb'
import type { Case, Row } from './case.ts'
import {
  MISSING,
  byId,
  decimal,
  double,
  exact,
  fill,
  long,
  onPage,
  planOf,
  rejects,
  same,
  withA,
} from './case.ts'
import { rejectsIndex } from './index-case.ts'

/**
 * Creates a case: a unique index must accept the documents before the one with `_id` `stop` and reject that one. With
 * null, it must accept all.
 */
const stopsAt = (
  name: string,
  key: Document,
  options: CreateIndexesOptions,
  docs: Row[],
  stop: number | null,
): Omit<Case, 'page'> => ({
  name,
  async run({ coll }) {
    await coll.createIndex(key as IndexSpecification, { unique: true, ...options })
    for (const doc of docs) {
      if (doc._id === stop) {
        await rejects(coll.insertOne(doc), 11000)
        return same(await coll.countDocuments(byId(stop)), 0)
      }
      await coll.insertOne(doc)
    }
    same(stop, null)
  },
})

/** Creates a case: which queries on `a` and these conditions use an index on `a` with a partial filter. */
const plans = (
  name: string,
  partialFilterExpression: Document,
  queries: [Document, 'index' | 'scan'][],
): Omit<Case, 'page'> => ({
  name: `uses an index of documents with ${name}`,
  async run(place) {
    await place.coll.createIndex({ a: 1 }, { partialFilterExpression })
    for (const [filter, plan] of queries)
      same({ filter, plan: await planOf(place.coll, { a: 1, ...filter }) }, { filter, plan })
  },
})

/** Cases of unique, sparse and partial indexes. */
export const uniqueIndexCases: Case[] = [
  ...onPage('core/index-unique', [
    stopsAt('rejects an equal value', { a: 1 }, {}, withA(1, 2, 1), 3),
    stopsAt('compares numbers by value', { a: 1 }, {}, withA(1, double(1)), 2),
    stopsAt('compares a decimal and a long by value', { a: 1 }, {}, withA(long(5), decimal('5.00')), 2),
    stopsAt(
      'accepts values of different types',
      { a: 1 },
      {},
      withA(1, '1', true, [2], { b: 1 }, null),
      null,
    ),
    stopsAt('treats a missing field as null', { a: 1 }, {}, withA(null, MISSING), 2),
    stopsAt('rejects two documents without the field', { a: 1 }, {}, withA(MISSING, MISSING), 2),
    stopsAt('indexes each element of an array', { a: 1 }, {}, withA([1, 2], [2, 3]), 2),
    stopsAt('rejects a plain value that equals an array element', { a: 1 }, {}, withA([1, 2], 2), 2),
    stopsAt('accepts a repeated value within one document', { a: 1 }, {}, withA([1, 1], [2, 2]), null),
    stopsAt('rejects a second empty array', { a: 1 }, {}, withA([], []), 2),
    stopsAt(
      'treats documents as equal only with the same field order',
      { a: 1 },
      {},
      withA({ b: 1, c: 2 }, { c: 2, b: 1 }, { b: 1, c: 2 }),
      3,
    ),
    stopsAt(
      'compares a compound key as a whole',
      { a: 1, b: -1 },
      {},
      [
        { _id: 1, a: 1, b: 1 },
        { _id: 2, a: 1, b: 2 },
        { _id: 3, a: 1, b: 1 },
      ],
      3,
    ),
    stopsAt(
      'distinguishes long values that differ at the end',
      { a: 1 },
      {},
      withA('x'.repeat(3000) + 'a', 'x'.repeat(3000) + 'b', 'x'.repeat(3000) + 'a'),
      3,
    ),
    stopsAt('supports a nested path', { 'a.b': 1 }, {}, withA({ b: 1 }, { b: 2 }, [{ b: 3 }, { b: 1 }]), 3),
    rejectsIndex('cannot be created over duplicates', { a: 1 }, { unique: true }, 11000, withA(1, 1)),
    {
      name: 'rejects an update that creates a duplicate and changes nothing',
      async run(place) {
        await place.coll.createIndex({ a: 1 }, { unique: true })
        await fill(place, withA(1, 2))
        await rejects(place.coll.updateOne(byId(2), { $set: { a: 1 } }), 11000)
        same(await place.coll.find({}, exact).sort({ _id: 1 }).toArray(), withA(1, 2))
      },
    },
    {
      name: 'accepts a value again after a delete or an update',
      async run({ coll }) {
        await coll.createIndex({ a: 1 }, { unique: true })
        await coll.insertOne({ _id: 1, a: 1 })
        await coll.updateOne(byId(1), { $set: { a: 2 } })
        await coll.insertOne({ _id: 2, a: 1 })
        await coll.deleteOne(byId(2))
        await coll.insertOne({ _id: 3, a: 1 })
        same(await coll.countDocuments({}), 2)
      },
    },
  ]),
  ...onPage('core/index-sparse', [
    stopsAt(
      'accepts many documents without the field when unique',
      { a: 1 },
      { sparse: true },
      withA(MISSING, MISSING, null, null),
      4,
    ),
    {
      name: 'does not hide documents from a query',
      async run(place) {
        await place.coll.createIndex({ a: 1 }, { sparse: true })
        await fill(place, withA(1, MISSING, null))
        same(await place.coll.countDocuments({ a: null }), 2)
        same(await place.coll.countDocuments({ a: { $exists: false } }), 1)
        same(
          (await place.coll.find({}, { sort: { a: 1, _id: 1 } }).toArray()).map((each) => Number(each._id)),
          [2, 3, 1],
        )
      },
    },
  ]),
  ...onPage('core/index-partial', [
    stopsAt(
      'applies uniqueness only to documents that match its filter',
      { a: 1 },
      { partialFilterExpression: { b: { $gt: 5 } } },
      [
        { _id: 1, a: 1, b: 1 },
        { _id: 2, a: 1, b: 9 },
        { _id: 3, a: 1, b: 5 },
        { _id: 4, a: 1, b: 6 },
      ],
      4,
    ),
    {
      name: 'does not hide documents from a query',
      async run(place) {
        await place.coll.createIndex({ a: 1 }, { partialFilterExpression: { b: { $exists: true } } })
        await fill(place, [
          { _id: 1, a: 1 },
          { _id: 2, a: 1, b: 1 },
        ])
        same(await place.coll.countDocuments({ a: 1 }), 2)
        same(await place.coll.countDocuments({ a: 1, b: 1 }), 1)
      },
    },
    plans('a type, for a query with the same type only', { d: { $type: 'date' } }, [
      [{ d: { $type: 'date' } }, 'index'],
      [{ d: { $lte: new Date(0) } }, 'scan'],
      [{ d: new Date(0) }, 'scan'],
      [{}, 'scan'],
    ]),
    plans('an existing field, for a query that no missing field matches', { b: { $exists: true } }, [
      [{ b: { $exists: true } }, 'index'],
      [{ b: 1 }, 'index'],
      [{ b: { $gt: 1 } }, 'index'],
      [{ b: { $in: [1, 2] } }, 'index'],
      [{ b: { $type: 'int' } }, 'index'],
      [{ b: null }, 'scan'],
      [{ b: { $in: [1, null] } }, 'scan'],
      [{}, 'scan'],
    ]),
    plans('a range, for a query with a part of the range', { b: { $gt: 5 } }, [
      [{ b: 6 }, 'index'],
      [{ b: { $gt: 5 } }, 'index'],
      [{ b: { $gte: 6, $lt: 9 } }, 'index'],
      [{ b: { $in: [6, 7] } }, 'index'],
      [{ $or: [{ b: 6 }, { b: { $gt: 7 } }] }, 'index'],
      [{ b: 5 }, 'scan'],
      [{ b: { $gte: 5 } }, 'scan'],
      [{ b: { $in: [5, 6] } }, 'scan'],
      [{ b: { $lt: 9 } }, 'scan'],
      [{ b: 'x' }, 'scan'],
      [{ $or: [{ b: 6 }, { b: 5 }] }, 'scan'],
    ]),
    plans('a value, for a query with this value', { s: 'open' }, [
      [{ s: 'open' }, 'index'],
      [{ s: { $in: ['open'] } }, 'index'],
      [{ s: { $in: ['open', 'done'] } }, 'scan'],
      [{ s: { $gte: 'open' } }, 'scan'],
    ]),
    plans('a field of array elements, but does not look into $elemMatch', { 'l.n': { $gt: 0 } }, [
      [{ 'l.n': 5 }, 'index'],
      [{ l: { $elemMatch: { n: 5 } } }, 'scan'],
    ]),
    rejectsIndex(
      'rejects an unsupported operator in its filter',
      { a: 1 },
      { partialFilterExpression: { a: { $regex: 'x' } } },
      67,
    ),
  ]),
]
