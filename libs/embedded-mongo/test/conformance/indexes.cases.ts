import type { Document } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Family } from './case.ts'
import { exact, fill, onPage, rejects, same, withA } from './case.ts'
import { rejectsIndex } from './index-case.ts'
import { uniqueIndexCases } from './unique-indexes.cases.ts'

const plan = (explained: Document): string => JSON.stringify(explained.queryPlanner.winningPlan)

export const indexes: Family = {
  name: 'indexes',
  cases: [
    ...uniqueIndexCases,
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
