import type { Document, Filter, UpdateFilter, UpdateOptions } from 'mongodb'
import { ObjectId } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Row } from './case.ts'
import { byId, exact, fill, onPage, rejects, same } from './case.ts'

/**
 * Creates a case: an upsert into a collection with `docs` must result in these documents or be rejected with a code.
 */
const upserts = (
  name: string,
  docs: Row[],
  filter: Document,
  update: Document | Document[],
  expected: Row[] | number,
  options: UpdateOptions = {},
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const done = place.coll.updateOne(filter as Filter<Row>, update as UpdateFilter<Row>, {
      ...options,
      upsert: true,
    })
    if (typeof expected === 'number') {
      await rejects(done, expected)
      return same(await place.coll.find({}, exact).sort({ _id: 1 }).toArray(), docs)
    }
    await done
    same(await place.coll.find({}, exact).sort({ _id: 1 }).toArray(), expected)
  },
})

const replaces = (
  name: string,
  docs: Row[],
  filter: Document,
  replacement: Document,
  expected: Row[] | number,
  upsert = false,
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const done = place.coll.replaceOne(filter as Filter<Row>, replacement, { upsert })
    if (typeof expected === 'number') return void (await rejects(done, expected))
    await done
    same(await place.coll.find({}, exact).sort({ _id: 1 }).toArray(), expected)
  },
})

export const upsert: Family = {
  name: 'upsert and replacement',
  cases: [
    ...onPage('reference/method/db.collection.updateOne#upsert', [
      upserts(
        'inserts equalities of the filter but not other conditions',
        [],
        { _id: 5, a: 1, b: { $gt: 3 } },
        { $set: { c: 2 } },
        [{ _id: 5, a: 1, c: 2 }],
      ),
      upserts('inserts values of $eq', [], { _id: 5, a: { $eq: 1 } }, { $set: { c: 2 } }, [
        { _id: 5, a: 1, c: 2 },
      ]),
      upserts('inserts equalities inside $and', [], { $and: [{ _id: 5 }, { a: 1 }] }, { $set: { c: 2 } }, [
        { _id: 5, a: 1, c: 2 },
      ]),
      upserts('inserts a dotted path as a document', [], { _id: 5, 'a.b': 1 }, { $set: { 'a.c': 2 } }, [
        { _id: 5, a: { b: 1, c: 2 } },
      ]),
      upserts('inserts null', [], { _id: 5, a: null }, { $set: { c: 2 } }, [{ _id: 5, a: null, c: 2 }]),
      upserts('inserts an array', [], { _id: 5, a: [1, 2] }, { $push: { a: 3 } }, [{ _id: 5, a: [1, 2, 3] }]),
      upserts(
        'inserts nothing from $or with two branches',
        [],
        { _id: 5, $or: [{ a: 1 }, { a: 2 }] },
        { $set: { c: 2 } },
        [{ _id: 5, c: 2 }],
      ),
      upserts('applies operators to the values from the filter', [], { _id: 5, a: 10 }, { $inc: { a: 1 } }, [
        { _id: 5, a: 11 },
      ]),
      upserts('updates an existing document', [{ _id: 5, a: 1 }], { _id: 5 }, { $set: { a: 2 } }, [
        { _id: 5, a: 2 },
      ]),
      upserts('accepts an _id from $set', [], { a: 1 }, { $set: { _id: 7 } }, [{ _id: 7, a: 1 }]),
      upserts('rejects an _id that differs from the filter', [], { _id: 5 }, { $set: { _id: 7 } }, 66),
      upserts(
        'rejects an existing _id as a duplicate key',
        [{ _id: 1, a: 1 }],
        { _id: 1, a: 2 },
        { $set: { b: 1 } },
        11000,
      ),
      upserts(
        'starts a pipeline with the values from the filter',
        [],
        { _id: 5, a: 1 },
        [{ $set: { b: { $add: ['$a', 1] } } }],
        [{ _id: 5, a: 1, b: 2 }],
      ),
      upserts('accepts null as _id', [], { _id: null }, { $set: { a: 1 } }, [{ _id: null, a: 1 }]),
      replaces(
        'accepts null as _id of a replacement',
        [],
        { a: 1 },
        { _id: null, b: 1 },
        [{ _id: null, b: 1 }],
        true,
      ),
      upserts(
        'reads the variables of let in a pipeline',
        [{ _id: 1, a: 1 }],
        { _id: 1 },
        [{ $set: { a: { $add: ['$a', '$$by'] } } }],
        [{ _id: 1, a: 4 }],
        { let: { by: 3 } },
      ),
      {
        name: 'does not create a collection without upsert',
        async run({ coll, db }) {
          const { matchedCount } = await coll.updateOne({ a: 1 }, { $set: { b: 2 } })
          same(matchedCount, 0)
          same(await db.listCollections({ name: coll.collectionName }).toArray(), [])
          await rejects(coll.updateOne({ a: 1 }, { $nonsense: { b: 2 } } as UpdateFilter<Row>), 9)
        },
      },
      {
        name: 'rejects a hint to a missing index, even with an _id in the filter',
        async run({ coll }) {
          await coll.insertOne({ _id: 1 })
          await rejects(coll.updateOne(byId(1), { $set: { b: 2 } }, { hint: 'none' }), 2)
          await rejects(coll.deleteOne(byId(1), { hint: { none: 1 } }), 2)
          await coll.updateOne(byId(1), { $set: { b: 2 } }, { hint: { _id: 1 } })
          same(await coll.find({}, exact).toArray(), [{ _id: 1, b: 2 }])
        },
      },
      {
        name: 'creates and returns an ObjectId',
        async run({ coll }) {
          const result = await coll.updateOne({ a: 1 }, { $set: { b: 2 } }, { upsert: true })
          const { matchedCount, modifiedCount, upsertedCount, upsertedId } = result
          same(
            { matchedCount, modifiedCount, upsertedCount },
            { matchedCount: 0, modifiedCount: 0, upsertedCount: 1 },
          )
          ok((upsertedId as unknown) instanceof ObjectId)
          same(await coll.find({}, exact).toArray(), [{ _id: upsertedId, a: 1, b: 2 }])
        },
      },
      {
        name: 'inserts one document with updateMany when nothing matches',
        async run({ coll }) {
          const { upsertedCount } = await coll.updateMany(
            { ...byId(1), a: 1 },
            { $set: { b: 2 } },
            { upsert: true },
          )
          same(upsertedCount, 1)
          same(await coll.find({}, exact).toArray(), [{ _id: 1, a: 1, b: 2 }])
        },
      },
    ]),
    ...onPage('reference/operator/update/setOnInsert', [
      upserts('sets fields on insert', [], { _id: 5 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, [
        { _id: 5, a: 1, b: 2 },
      ]),
      upserts(
        'changes nothing on update',
        [{ _id: 5 }],
        { _id: 5 },
        { $set: { a: 1 }, $setOnInsert: { b: 2 } },
        [{ _id: 5, a: 1 }],
      ),
      upserts(
        'conflicts with $set on the same field',
        [],
        { _id: 5 },
        { $set: { a: 1 }, $setOnInsert: { a: 2 } },
        40,
      ),
      upserts(
        'changes nothing on update when it is the only operator',
        [{ _id: 5, a: 1 }],
        { _id: 5 },
        { $setOnInsert: { a: 2 } },
        [{ _id: 5, a: 1 }],
      ),
    ]),
    ...onPage('reference/method/db.collection.replaceOne', [
      replaces('keeps _id and drops the other fields', [{ _id: 1, a: 1, b: 2 }], { _id: 1 }, { c: 3 }, [
        { _id: 1, c: 3 },
      ]),
      replaces('accepts the same _id', [{ _id: 1, a: 1 }], { a: 1 }, { _id: 1, c: 3 }, [{ _id: 1, c: 3 }]),
      replaces('rejects another _id', [{ _id: 1, a: 1 }], { _id: 1 }, { _id: 2, c: 3 }, 66),
      replaces(
        'uses only _id from the filter in an upsert',
        [],
        { _id: 7, x: 1 },
        { b: 1 },
        [{ _id: 7, b: 1 }],
        true,
      ),
      replaces(
        'uses _id from the replacement in an upsert',
        [],
        { x: 1 },
        { _id: 8, b: 1 },
        [{ _id: 8, b: 1 }],
        true,
      ),
      replaces('empties the document for an empty replacement', [{ _id: 1, a: 1 }], { _id: 1 }, {}, [
        { _id: 1 },
      ]),
    ]),
  ],
}
