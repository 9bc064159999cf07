import { MongoBulkWriteError } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Family } from './case.ts'
import { double, onPage, rejects, same } from './case.ts'

export const duplicateKeys: Family = {
  name: 'duplicate keys',
  cases: [
    ...onPage('reference/error-codes', [
      {
        name: 'reports the key pattern and value of a duplicate key',
        async run({ coll }) {
          await coll.createIndex({ 'a.b': 1, c: 1 }, { unique: true })
          await coll.insertOne({ _id: 1, a: { b: 5 } })
          const error = await rejects(coll.insertOne({ _id: 2, a: { b: 5 } }), 11000)
          same(error.keyPattern, { 'a.b': 1, c: 1 })
          same(error.keyValue, { 'a.b': 5, c: null })
          ok(
            error.message.startsWith(
              `E11000 duplicate key error collection: ${coll.namespace} index: a.b_1_c_1 dup key: { a.b: 5, c: null }`,
            ),
          )
        },
      },
      {
        name: 'reports a duplicate _id',
        async run({ coll }) {
          await coll.insertOne({ _id: 1 })
          const error = await rejects(coll.insertOne({ _id: 1 }), 11000)
          same(
            { pattern: error.keyPattern, value: error.keyValue },
            { pattern: { _id: 1 }, value: { _id: 1 } },
          )
        },
      },
      {
        name: 'treats an _id of equal value as a duplicate',
        async run({ coll }) {
          await coll.insertOne({ _id: 1 })
          await rejects(coll.insertOne({ _id: double(1) }), 11000)
        },
      },
      {
        name: 'stops an ordered bulk write at the first error',
        async run(place) {
          const error = await place.coll
            .insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }])
            .catch((cause: unknown) => cause)
          ok(error instanceof MongoBulkWriteError)
          same(
            {
              code: Number(error.code),
              inserted: error.insertedCount,
              count: await place.coll.countDocuments(),
            },
            { code: 11000, inserted: 1, count: 1 },
          )
        },
      },
      {
        name: 'continues an unordered bulk write and reports every error with its index',
        async run(place) {
          const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }]
          const error = await place.coll.insertMany(docs, { ordered: false }).catch((cause: unknown) => cause)
          ok(error instanceof MongoBulkWriteError)
          const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors]
          same(
            { places: errors.map((each) => each.index), inserted: error.insertedCount },
            { places: [1, 3], inserted: 2 },
          )
        },
      },
    ]),
  ],
}
