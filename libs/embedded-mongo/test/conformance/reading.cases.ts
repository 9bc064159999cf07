import type { Document } from 'mongodb'
import { Long } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Place, Row } from './case.ts'
import { MISSING, byId, decimal, double, exact, fill, long, onPage, rejects, same, withA } from './case.ts'

const numbers = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ _id: at }))

/** Creates a case: a read command on these documents must return this reply or be rejected with a code. */
const replies = (
  name: string,
  docs: Row[],
  command: (collection: string) => Document,
  expected: Document | { code: number | number[] },
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const done = place.db.command(command(place.coll.collectionName), exact)
    if ('code' in expected) return void (await rejects(done, expected.code))
    const reply = await done
    same(Object.fromEntries(Object.keys(expected).map((key) => [key, reply[key]])), expected)
  },
})

const counts = (name: string, docs: Row[], command: Document, n: number) =>
  replies(name, docs, (collection) => ({ count: collection, ...command }), { n })

/** Creates a case: `distinct` must return exactly these values, in any order. */
const distincts = (
  name: string,
  docs: Row[],
  key: string,
  query: Document,
  expected: unknown[],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const { values } = await place.db.command({ distinct: place.coll.collectionName, key, query }, exact)
    const order = (list: unknown[]) =>
      list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    same(order(values as unknown[]), order(expected))
  },
})

const open = async (place: Place, command: Document): Promise<{ id: Long; firstBatch: Row[] }> =>
  (await place.db.command({ find: place.coll.collectionName, ...command }, { promoteLongs: false }))
    .cursor as { id: Long; firstBatch: Row[] }

const more = (place: Place, id: Long, batchSize?: number): Promise<Document> =>
  place.db.command(
    { getMore: id, collection: place.coll.collectionName, ...(batchSize === undefined ? {} : { batchSize }) },
    { promoteLongs: false },
  )

export const reading: Family = {
  name: 'cursors, count, distinct, delete',
  cases: [
    ...onPage('reference/command/find', [
      {
        name: 'returns 101 documents first, then the rest',
        async run(place) {
          await fill(place, numbers(150))
          const { id, firstBatch } = await open(place, {})
          same(firstBatch.length, 101)
          const { cursor } = await more(place, id)
          same({ rest: cursor.nextBatch.length, open: cursor.id.toString() }, { rest: 49, open: '0' })
        },
      },
      {
        name: 'returns an open cursor for a batch size of zero',
        async run(place) {
          await fill(place, numbers(3))
          const { id, firstBatch } = await open(place, { batchSize: 0 })
          same(firstBatch.length, 0)
          ok(!id.isZero())
          same((await more(place, id)).cursor.nextBatch.length, 3)
        },
      },
      {
        name: 'applies a limit across batches',
        async run(place) {
          await fill(place, numbers(10))
          same((await place.coll.find({}, { limit: 7, batchSize: 3 }).toArray()).length, 7)
        },
      },
      {
        name: 'closes the cursor after a single batch',
        async run(place) {
          await fill(place, numbers(10))
          const { id, firstBatch } = await open(place, { batchSize: 4, singleBatch: true })
          same({ count: firstBatch.length, open: id.toString() }, { count: 4, open: '0' })
        },
      },
      {
        name: 'keeps the sort order across batches',
        async run(place) {
          await fill(
            place,
            numbers(30).map(({ _id }) => ({ _id, a: (Number(_id) * 7) % 30 })),
          )
          const found = await place.coll.find({}, { batchSize: 4 }).sort({ a: -1 }).toArray()
          same(
            found.map((each) => Number(each.a)),
            Array.from({ length: 30 }, (_, at) => 29 - at),
          )
        },
      },
      {
        name: 'continues a cursor while documents are deleted and inserted',
        async run(place) {
          await fill(place, numbers(20))
          const { id } = await open(place, { batchSize: 5, sort: { _id: 1 } })
          await place.coll.deleteMany({ _id: { $in: [6, 7] } } as Document)
          await place.coll.insertOne({ _id: 100 })
          const { cursor } = await more(place, id, 5)
          ok(cursor.nextBatch.length === 5 && cursor.nextBatch.every((each: Row) => Number(each._id) >= 5))
        },
      },
      replies('returns nothing for a missing collection', [], (find) => ({ find }), { ok: double(1) }),
      replies('rejects a negative skip', withA(1), (find) => ({ find, skip: -1 }), {
        code: [2, 9, 51024],
      }),
      replies('rejects a negative batch size', withA(1), (find) => ({ find, batchSize: -1 }), {
        code: [2, 9, 51024],
      }),
      replies('rejects a filter that is not a document', withA(1), (find) => ({ find, filter: 5 }), {
        code: 14,
      }),
      replies('rejects an unknown field of the command', withA(1), (find) => ({ find, nope: 1 }), {
        code: [40415, 9],
      }),
    ]),
    ...onPage('reference/command/getMore', [
      {
        name: 'rejects an unknown cursor',
        async run(place) {
          await fill(place, withA(1))
          await rejects(more(place, Long.fromString('4242424242')), 43)
        },
      },
    ]),
    ...onPage('reference/command/killCursors', [
      {
        name: 'removes the cursor',
        async run(place) {
          await fill(place, numbers(10))
          const { id } = await open(place, { batchSize: 2 })
          const reply = await place.db.command(
            { killCursors: place.coll.collectionName, cursors: [id, Long.fromNumber(99)] },
            { promoteLongs: false },
          )
          same(
            { killed: reply.cursorsKilled.map(String), not: reply.cursorsNotFound.map(String) },
            { killed: [id.toString()], not: ['99'] },
          )
          await rejects(more(place, id), 43)
        },
      },
    ]),
    ...onPage('reference/command/count', [
      counts('counts all documents', withA(1, null, MISSING), {}, 3),
      counts('counts the documents that match a filter', withA(1, [1, 2], 3), { query: { a: 1 } }, 2),
      counts('applies skip and limit', withA(1, 1, 1, 1, 1), { query: { a: 1 }, skip: 1, limit: 3 }, 3),
      counts('treats a limit of zero as no limit', withA(1, 1), { query: {}, limit: 0 }, 2),
      counts('returns zero when skip exceeds the number of documents', withA(1), { query: {}, skip: 5 }, 0),
      counts('returns zero for a missing collection', [], {}, 0),
      replies('rejects an unknown operator', withA(1), (count) => ({ count, query: { a: { $nope: 1 } } }), {
        code: 2,
      }),
    ]),
    ...onPage('reference/method/db.collection.countDocuments', [
      {
        name: 'applies filter, skip and limit and returns zero without matches',
        async run(place) {
          await fill(place, withA(1, 1, 2))
          same(await place.coll.countDocuments({ a: 1 }, { skip: 1 }), 1)
          same(await place.coll.countDocuments({}, { limit: 2 }), 2)
          same(await place.coll.countDocuments({ a: 9 }), 0)
          same(await place.coll.estimatedDocumentCount(), 3)
        },
      },
      {
        name: 'counts null and missing fields together when indexed',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(place, withA(null, MISSING, 0))
          same(await place.coll.countDocuments({ a: null }), 2)
        },
      },
    ]),
    ...onPage('reference/command/distinct', [
      distincts('returns each value once', withA('x', 'y', 'x'), 'a', {}, ['x', 'y']),
      distincts('returns each element of an array', withA([1, 2], 2, [3]), 'a', {}, [1, 2, 3]),
      distincts('returns a nested array as an array', withA([[1, 2], 3]), 'a', {}, [[1, 2], 3]),
      distincts('returns null but ignores missing fields', withA(null, MISSING, 1), 'a', {}, [null, 1]),
      {
        // MongoDB returns null for missing fields and empty arrays when it reads the values from an index.
        name: 'ignores missing fields and empty arrays, even with an index',
        isEmbeddedOnly: true,
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await distincts('', withA(1, MISSING, []), 'a', {}, [1]).run(place)
        },
      },
      distincts('applies a filter', withA(1, 2, 3), 'a', { a: { $gt: 1 } }, [2, 3]),
      distincts(
        'follows a nested path through arrays',
        withA([{ b: 1 }, { b: 2 }], { b: 2 }),
        'a.b',
        {},
        [1, 2],
      ),
      distincts('returns nothing for an empty array', withA([]), 'a', {}, []),
      {
        name: 'returns equal numbers of different types once',
        async run(place) {
          await fill(place, withA(1, double(1), long(1), decimal('1')))
          same((await place.coll.distinct('a')).length, 1)
        },
      },
      {
        name: 'returns the same values with an index',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(place, withA([1, 2], 2, null, MISSING))
          same((await place.coll.distinct('a')).map(String).toSorted(), ['1', '2', 'null'])
        },
      },
    ]),
    ...onPage('reference/command/delete', [
      {
        name: 'deletes one document with deleteOne and all matches with deleteMany',
        async run(place) {
          await fill(place, withA(1, 1, 1, 2))
          same((await place.coll.deleteOne({ a: 1 })).deletedCount, 1)
          same((await place.coll.deleteMany({ a: 1 })).deletedCount, 2)
          same((await place.coll.deleteMany({ a: 9 })).deletedCount, 0)
          same(await place.coll.find({}, exact).toArray(), [{ _id: 4, a: 2 }])
        },
      },
      {
        name: 'removes deleted documents from indexes',
        async run(place) {
          await place.coll.createIndex({ a: 1 })
          await fill(place, withA(1, [1, 2]))
          await place.coll.deleteOne(byId(2))
          same(
            await place.coll
              .find({ a: { $gte: 1 } }, exact)
              .hint('a_1')
              .toArray(),
            withA(1),
          )
        },
      },
      replies(
        'rejects a limit of 2',
        withA(1),
        (collection) => ({ delete: collection, deletes: [{ q: {}, limit: 2 }] }),
        { code: 9 },
      ),
    ]),
  ],
}
