import type { Document, Filter, UpdateFilter, UpdateOptions } from 'mongodb'
import { ObjectId } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Row } from './case.ts'
import { byId, exact, fill, onPage, rejects, same } from './case.ts'

/** An upsert into a collection that holds `docs` leaves these documents. */
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
        'takes over equalities, not other conditions',
        [],
        { _id: 5, a: 1, b: { $gt: 3 } },
        { $set: { c: 2 } },
        [{ _id: 5, a: 1, c: 2 }],
      ),
      upserts('takes over $eq', [], { _id: 5, a: { $eq: 1 } }, { $set: { c: 2 } }, [{ _id: 5, a: 1, c: 2 }]),
      upserts('takes over equalities inside $and', [], { $and: [{ _id: 5 }, { a: 1 }] }, { $set: { c: 2 } }, [
        { _id: 5, a: 1, c: 2 },
      ]),
      upserts('takes over a dotted path as a document', [], { _id: 5, 'a.b': 1 }, { $set: { 'a.c': 2 } }, [
        { _id: 5, a: { b: 1, c: 2 } },
      ]),
      upserts('takes over null', [], { _id: 5, a: null }, { $set: { c: 2 } }, [{ _id: 5, a: null, c: 2 }]),
      upserts('takes over an array', [], { _id: 5, a: [1, 2] }, { $push: { a: 3 } }, [
        { _id: 5, a: [1, 2, 3] },
      ]),
      upserts(
        'takes nothing out of $or with two branches',
        [],
        { _id: 5, $or: [{ a: 1 }, { a: 2 }] },
        { $set: { c: 2 } },
        [{ _id: 5, c: 2 }],
      ),
      upserts('operators see what was taken over', [], { _id: 5, a: 10 }, { $inc: { a: 1 } }, [
        { _id: 5, a: 11 },
      ]),
      upserts('updates the document that is there', [{ _id: 5, a: 1 }], { _id: 5 }, { $set: { a: 2 } }, [
        { _id: 5, a: 2 },
      ]),
      upserts('_id may come from $set', [], { a: 1 }, { $set: { _id: 7 } }, [{ _id: 7, a: 1 }]),
      upserts('another _id than that of the filter is refused', [], { _id: 5 }, { $set: { _id: 7 } }, 66),
      upserts(
        'an _id that is there is a duplicate key',
        [{ _id: 1, a: 1 }],
        { _id: 1, a: 2 },
        { $set: { b: 1 } },
        11000,
      ),
      upserts(
        'a pipeline starts from what was taken over',
        [],
        { _id: 5, a: 1 },
        [{ $set: { b: { $add: ['$a', 1] } } }],
        [{ _id: 5, a: 1, b: 2 }],
      ),
      upserts('_id may be null', [], { _id: null }, { $set: { a: 1 } }, [{ _id: null, a: 1 }]),
      replaces(
        '_id of a replacement may be null',
        [],
        { a: 1 },
        { _id: null, b: 1 },
        [{ _id: null, b: 1 }],
        true,
      ),
      upserts(
        'a pipeline reads the variables of let',
        [{ _id: 1, a: 1 }],
        { _id: 1 },
        [{ $set: { a: { $add: ['$a', '$$by'] } } }],
        [{ _id: 1, a: 4 }],
        { let: { by: 3 } },
      ),
      {
        name: 'a plain update makes no collection',
        async run({ coll, db }) {
          const { matchedCount } = await coll.updateOne({ a: 1 }, { $set: { b: 2 } })
          same(matchedCount, 0)
          same(await db.listCollections({ name: coll.collectionName }).toArray(), [])
          await rejects(coll.updateOne({ a: 1 }, { $nonsense: { b: 2 } } as UpdateFilter<Row>), 9)
        },
      },
      {
        name: 'a hint that names no index is refused, also beside an _id',
        async run({ coll }) {
          await coll.insertOne({ _id: 1 })
          await rejects(coll.updateOne(byId(1), { $set: { b: 2 } }, { hint: 'none' }), 2)
          await rejects(coll.deleteOne(byId(1), { hint: { none: 1 } }), 2)
          await coll.updateOne(byId(1), { $set: { b: 2 } }, { hint: { _id: 1 } })
          same(await coll.find({}, exact).toArray(), [{ _id: 1, b: 2 }])
        },
      },
      {
        name: 'makes an ObjectId and says so',
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
        name: 'updateMany inserts one document when nothing matches',
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
      upserts('sets on insert', [], { _id: 5 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, [
        { _id: 5, a: 1, b: 2 },
      ]),
      upserts(
        'does nothing on update',
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
      upserts('alone updates nothing', [{ _id: 5, a: 1 }], { _id: 5 }, { $setOnInsert: { a: 2 } }, [
        { _id: 5, a: 1 },
      ]),
    ]),
    ...onPage('reference/method/db.collection.replaceOne', [
      replaces('keeps _id and drops the rest', [{ _id: 1, a: 1, b: 2 }], { _id: 1 }, { c: 3 }, [
        { _id: 1, c: 3 },
      ]),
      replaces('accepts the same _id', [{ _id: 1, a: 1 }], { a: 1 }, { _id: 1, c: 3 }, [{ _id: 1, c: 3 }]),
      replaces('refuses another _id', [{ _id: 1, a: 1 }], { _id: 1 }, { _id: 2, c: 3 }, 66),
      replaces(
        'with upsert takes only _id from the filter',
        [],
        { _id: 7, x: 1 },
        { b: 1 },
        [{ _id: 7, b: 1 }],
        true,
      ),
      replaces(
        'with upsert takes _id from the replacement',
        [],
        { x: 1 },
        { _id: 8, b: 1 },
        [{ _id: 8, b: 1 }],
        true,
      ),
      replaces('by nothing empties the document', [{ _id: 1, a: 1 }], { _id: 1 }, {}, [{ _id: 1 }]),
    ]),
  ],
}
