import type { Document } from 'mongodb'
import type { Case, Family, Place, Row } from './case.ts'
import { byId, exact, fill, onPage, rejects, same, withA } from './case.ts'

/** Creates a case: `findAndModify` on these documents must return `value` and leave the documents in `left`. */
const modifies = (
  name: string,
  docs: Row[],
  command: Document,
  expected: { value: unknown; left: unknown[]; last?: Document } | { code: number },
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const done = run(place, command)
    if ('code' in expected) {
      await rejects(done, expected.code)
      return same(await all(place), docs)
    }
    const { value, lastErrorObject } = await done
    same(value, expected.value)
    same(await all(place), expected.left)
    if (expected.last) same(lastErrorObject, expected.last)
  },
})

const run = (place: Place, command: Document): Promise<Document> =>
  place.db.command({ findAndModify: place.coll.collectionName, ...command }, exact)

const all = (place: Place) => place.coll.find({}, exact).sort({ _id: 1 }).toArray()

export const findAndModify: Family = {
  name: 'findAndModify',
  cases: [
    ...onPage('reference/command/findAndModify', [
      modifies(
        'returns the original document',
        withA(1),
        { query: { _id: 1 }, update: { $inc: { a: 1 } } },
        { value: { _id: 1, a: 1 }, left: withA(2), last: { n: 1, updatedExisting: true } },
      ),
      modifies(
        'returns the new document when requested',
        withA(1),
        { query: { _id: 1 }, update: { $inc: { a: 1 } }, new: true },
        { value: { _id: 1, a: 2 }, left: withA(2) },
      ),
      modifies(
        'returns null when nothing matches',
        withA(1),
        { query: { _id: 9 }, update: { $inc: { a: 1 } } },
        { value: null, left: withA(1), last: { n: 0, updatedExisting: false } },
      ),
      modifies(
        'changes the first document in sort order',
        withA(1, 3, 2),
        { query: {}, sort: { a: -1 }, update: { $set: { b: 1 } } },
        {
          value: { _id: 2, a: 3 },
          left: [
            { _id: 1, a: 1 },
            { _id: 2, a: 3, b: 1 },
            { _id: 3, a: 2 },
          ],
        },
      ),
      modifies(
        'removes and returns the document',
        withA(1, 2),
        { query: { a: 2 }, remove: true },
        { value: { _id: 2, a: 2 }, left: withA(1), last: { n: 1 } },
      ),
      modifies(
        'returns null when there is nothing to remove',
        withA(1),
        { query: { a: 9 }, remove: true },
        { value: null, left: withA(1), last: { n: 0 } },
      ),
      modifies(
        'replaces the document',
        withA(1),
        { query: { _id: 1 }, update: { b: 2 }, new: true },
        { value: { _id: 1, b: 2 }, left: [{ _id: 1, b: 2 }] },
      ),
      modifies(
        'applies a projection',
        [{ _id: 1, a: 1, b: 2 }],
        { query: { _id: 1 }, update: { $inc: { a: 1 } }, new: true, fields: { a: 1, _id: 0 } },
        { value: { a: 2 }, left: [{ _id: 1, a: 2, b: 2 }] },
      ),
      modifies(
        'returns null and the new _id for an upsert',
        [],
        { query: { _id: 5, a: 1 }, update: { $set: { b: 2 } }, upsert: true },
        { value: null, left: [{ _id: 5, a: 1, b: 2 }], last: { n: 1, updatedExisting: false, upserted: 5 } },
      ),
      modifies(
        'returns the new document of an upsert when requested',
        [],
        { query: { _id: 5 }, update: { $set: { b: 2 } }, upsert: true, new: true },
        { value: { _id: 5, b: 2 }, left: [{ _id: 5, b: 2 }] },
      ),
      modifies(
        'accepts a pipeline',
        withA(1),
        { query: { _id: 1 }, update: [{ $set: { a: { $add: ['$a', 5] } } }], new: true },
        { value: { _id: 1, a: 6 }, left: withA(6) },
      ),
      modifies(
        'accepts arrayFilters',
        [{ _id: 1, a: [1, 5] }],
        {
          query: { _id: 1 },
          update: { $set: { 'a.$[x]': 0 } },
          arrayFilters: [{ x: { $gt: 3 } }],
          new: true,
        },
        { value: { _id: 1, a: [1, 0] }, left: [{ _id: 1, a: [1, 0] }] },
      ),
      modifies(
        'accepts the positional operator',
        [{ _id: 1, a: [1, 5] }],
        { query: { a: 5 }, update: { $set: { 'a.$': 0 } }, new: true },
        { value: { _id: 1, a: [1, 0] }, left: [{ _id: 1, a: [1, 0] }] },
      ),
      modifies(
        'rejects an update combined with a remove',
        withA(1),
        { query: {}, update: { $set: { a: 2 } }, remove: true },
        { code: 9 },
      ),
      modifies('rejects a command with neither an update nor a remove', withA(1), { query: {} }, { code: 9 }),
      modifies(
        'rejects a request for the new document of a remove',
        withA(1),
        { query: {}, remove: true, new: true },
        { code: 9 },
      ),
      modifies(
        'rejects another _id',
        withA(1),
        { query: { _id: 1 }, update: { $set: { _id: 2 } } },
        { code: 66 },
      ),
      modifies(
        'reports a match for an update without changes',
        withA(1),
        { query: { _id: 1 }, update: { $set: { a: 1 } }, new: true },
        { value: { _id: 1, a: 1 }, left: withA(1), last: { n: 1, updatedExisting: true } },
      ),
    ]),
    ...onPage('reference/method/db.collection.findOneAndUpdate', [
      {
        name: 'returns the document before the update by default and after it when requested',
        async run(place) {
          await fill(place, withA(1))
          same(await place.coll.findOneAndUpdate(byId(1), { $inc: { a: 1 } }, exact), { _id: 1, a: 1 })
          same(
            await place.coll.findOneAndUpdate(
              byId(1),
              { $inc: { a: 1 } },
              { ...exact, returnDocument: 'after' },
            ),
            { _id: 1, a: 3 },
          )
        },
      },
      {
        name: 'gives each of many concurrent calls a different value',
        async run(place) {
          await fill(place, [{ _id: 1, n: 0 }])
          const found = await Promise.all(
            Array.from({ length: 20 }, () =>
              place.coll.findOneAndUpdate(byId(1), { $inc: { n: 1 } }, { returnDocument: 'after' }),
            ),
          )
          same(
            found.map((each) => Number(each?.n)).toSorted((a, b) => a - b),
            Array.from({ length: 20 }, (_, at) => at + 1),
          )
        },
      },
    ]),
    ...onPage('reference/method/db.collection.findOneAndDelete', [
      {
        name: 'returns each document once',
        async run(place) {
          await fill(place, withA(1, 2, 3))
          const found = await Promise.all(
            Array.from({ length: 5 }, () => place.coll.findOneAndDelete({}, { sort: { _id: 1 } })),
          )
          same(
            found.flatMap((each) => (each ? [Number(each._id)] : [])).toSorted((a, b) => a - b),
            [1, 2, 3],
          )
        },
      },
    ]),
  ],
}
