import type { CreateIndexesOptions, Document, IndexSpecification } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Row } from './case.ts'
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

/**
 * Creates a case: a unique index must accept the documents before index `stop` and reject the one there; null if it
 * accepts all.
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

/** Creates a case: an index specification must be rejected with a code. */
const rejectsIndex = (
  name: string,
  key: Document,
  options: Document,
  code: number | number[],
  docs: Row[] = [],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    await rejects(
      place.db.command({
        createIndexes: place.coll.collectionName,
        indexes: [{ key, name: 'x', ...options }],
      }),
      code,
    )
  },
})

const plan = (explained: Document): string => JSON.stringify(explained.queryPlanner.winningPlan)

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

export const indexes: Family = {
  name: 'indexes',
  cases: [
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
    ...onPage('core/index-multikey', [
      rejectsIndex('rejects an index over two arrays of one document', { a: 1, b: 1 }, {}, 171, [
        { _id: 1, a: [1], b: [2] },
      ]),
      rejectsIndex(
        'rejects an index over an array and an element of another array',
        { 'a.b': 1, 'd.0.a': 1 },
        {},
        171,
        [{ _id: 1, a: [{ b: 1 }], d: [{ a: 1 }] }],
      ),
      rejectsIndex(
        'rejects parallel arrays before ambiguous numbers in a path',
        { 'a.0': 1, b: 1 },
        {},
        171,
        [{ _id: 1, a: [{ 0: 1 }], b: [1] }],
      ),
      {
        name: 'contains a whole array that is an element of another array',
        async run(place) {
          await place.coll.createIndex({ a: 1, 'a.0': -1 })
          await fill(place, withA([[1], 2], [1, 2]))
          const hint = { a: 1, 'a.0': -1 } as const
          same(
            await place.coll.find({ a: 2 }, exact).hint(hint).sort({ _id: 1 }).toArray(),
            withA([[1], 2], [1, 2]),
          )
        },
      },
      {
        name: 'rejects an insert with two indexed arrays',
        async run({ coll }) {
          await coll.createIndex({ a: 1, b: 1 })
          await rejects(coll.insertOne({ _id: 1, a: [1], b: [2] }), 171)
          await coll.insertOne({ _id: 2, a: [1], b: 2 })
          same(await coll.countDocuments({ a: 1 }), 1)
        },
      },
      {
        name: 'finds each document once by any element or by two bounds on two elements',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(place, withA([1, 10], [4, 5], [20]))
          const ids = async (filter: Document) =>
            (await place.coll.find(filter).sort({ _id: 1 }).toArray()).map((each) => Number(each._id))
          same(await ids({ a: { $gt: 3 } }), [1, 2, 3])
          same(await ids({ a: { $gt: 5, $lt: 4 } }), [1])
          same(await ids({ a: { $elemMatch: { $gt: 3, $lt: 5 } } }), [2])
        },
      },
    ]),
    ...onPage('core/index-ttl', [
      rejectsIndex('rejects several fields', { a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67),
      rejectsIndex('rejects _id', { _id: 1 }, { expireAfterSeconds: 5 }, [67, 197]),
    ]),
    ...onPage('reference/command/createIndexes', [
      {
        name: 'creates the same index once',
        async run({ coll }) {
          same(await coll.createIndex({ a: 1, b: -1 }), 'a_1_b_-1')
          same(await coll.createIndex({ a: 1, b: -1 }), 'a_1_b_-1')
          same(
            (await coll.listIndexes().toArray()).map((each) => String(each.name)),
            ['_id_', 'a_1_b_-1'],
          )
        },
      },
      {
        name: 'rejects the same keys with another name',
        async run({ coll }) {
          await coll.createIndex({ a: 1 })
          await rejects(coll.createIndex({ a: 1 }, { name: 'other' }), 85)
        },
      },
      {
        name: 'rejects the same name with other keys',
        async run({ coll }) {
          await coll.createIndex({ a: 1 }, { name: 'n' })
          await rejects(coll.createIndex({ b: 1 }, { name: 'n' }), 86)
        },
      },
      {
        name: 'rejects the same keys with other options',
        async run({ coll }) {
          await coll.createIndex({ a: 1 })
          await rejects(coll.createIndex({ a: 1 }, { unique: true }), [85, 86])
        },
      },
      rejectsIndex('rejects a direction of zero', { a: 0 }, {}, 67),
      rejectsIndex('rejects an empty key', {}, {}, 67),
      rejectsIndex('rejects an unknown index type', { a: 'nope' }, {}, 67),
      {
        name: 'returns keys and options from listIndexes',
        async run({ coll }) {
          await coll.createIndex({ a: 1 }, { unique: true, sparse: true })
          await coll.createIndex({ d: 1 }, { expireAfterSeconds: 60 })
          const found = await coll.listIndexes().toArray()
          const options = found.map(
            ({ key, name, unique = false, sparse = false, expireAfterSeconds = 0 }) => ({
              key,
              name,
              unique,
              sparse,
              expireAfterSeconds,
            }),
          )
          same(options, [
            { key: { _id: 1 }, name: '_id_', unique: false, sparse: false, expireAfterSeconds: 0 },
            { key: { a: 1 }, name: 'a_1', unique: true, sparse: true, expireAfterSeconds: 0 },
            { key: { d: 1 }, name: 'd_1', unique: false, sparse: false, expireAfterSeconds: 60 },
          ])
        },
      },
      {
        name: 'rejects listIndexes for a missing collection',
        async run({ coll }) {
          await rejects(coll.listIndexes().toArray(), 26)
        },
      },
    ]),
    ...onPage('reference/command/dropIndexes', [
      {
        name: 'drops indexes by name, by keys or all, but never the _id index',
        async run({ coll, db }) {
          await coll.createIndex({ a: 1 })
          await coll.createIndex({ b: 1 })
          await coll.createIndex({ c: 1 })
          await coll.dropIndex('a_1')
          await db.command({ dropIndexes: coll.collectionName, index: { b: 1 } })
          await rejects(coll.dropIndex('a_1'), 27)
          await rejects(coll.dropIndex('_id_'), 72)
          await coll.dropIndexes()
          same(
            (await coll.listIndexes().toArray()).map((each) => String(each.name)),
            ['_id_'],
          )
        },
      },
    ]),
    ...onPage('reference/command/explain', [
      {
        name: 'distinguishes an index scan from a collection scan',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(
            place,
            Array.from({ length: 50 }, (_, at) => ({ _id: at, a: at, b: at })),
          )
          ok(plan(await place.coll.find({ a: 7 }).explain()).includes('"IXSCAN"'))
          ok(plan(await place.coll.find({ b: 7 }).explain()).includes('"COLLSCAN"'))
          const { executionStats } = await place.coll
            .find({ a: { $gte: 10, $lt: 15 } })
            .explain('executionStats')
          same({ n: executionStats.nReturned, docs: executionStats.totalDocsExamined }, { n: 5, docs: 5 })
        },
      },
      {
        name: 'uses an index for the sort',
        async run(place) {
          await place.coll.createIndex({ a: 1, b: 1 })
          await fill(
            place,
            Array.from({ length: 20 }, (_, at) => ({ _id: at, a: at % 3, b: at })),
          )
          const explained = plan(await place.coll.find({ a: 1 }).sort({ b: -1 }).explain())
          ok(explained.includes('"IXSCAN"') && !explained.includes('"SORT"'))
          ok(
            plan(
              await place.coll
                .find({ a: { $gt: 0 } })
                .sort({ b: 1 })
                .explain(),
            ).includes('"SORT"'),
          )
        },
      },
    ]),
    ...onPage('reference/method/cursor.hint', [
      {
        name: 'rejects a hint to a missing index',
        async run(place) {
          await fill(place, withA(1))
          await rejects(place.coll.find({ a: 1 }).hint('nope_1').toArray(), 2)
        },
      },
      {
        name: 'accepts a hint by name and by keys',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(place, withA(1, 2))
          same(await place.coll.find({ a: 2 }, exact).hint('a_1').toArray(), [{ _id: 2, a: 2 }])
          same(await place.coll.find({ a: 2 }, exact).hint({ a: 1 }).toArray(), [{ _id: 2, a: 2 }])
          same(await place.coll.find({ a: 2 }, exact).hint({ $natural: 1 }).toArray(), [{ _id: 2, a: 2 }])
        },
      },
    ]),
  ],
}
