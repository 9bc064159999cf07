import type { ClientSession, Document, MongoServerError } from 'mongodb'
import { Long } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Place, Row } from './case.ts'
import { byId, exact, fill, onPage, rejects, same, withA } from './case.ts'

type Sessions = [ClientSession, ClientSession]

/** Creates a case that runs two sessions on a collection with these documents. */
const withSessions = (
  name: string,
  docs: Row[],
  run: (place: Place, sessions: Sessions) => Promise<void>,
): Omit<Case, 'page'> => ({
  name,
  needsReplicaSet: true,
  async run(place) {
    await place.db.createCollection(place.coll.collectionName)
    await fill(place, docs)
    const pair: Sessions = [place.client.startSession(), place.client.startSession()]
    try {
      await run(place, pair)
    } finally {
      for (const session of pair) {
        if (session.inTransaction()) await session.abortTransaction()
        await session.endSession()
      }
    }
  },
})

const all = (place: Place, session?: ClientSession) =>
  place.coll
    .find({}, { ...exact, session })
    .sort({ _id: 1 })
    .toArray()

const labelled = (error: MongoServerError) => error.hasErrorLabel('TransientTransactionError')

/** The transaction number of each pooled session when a case first used it. */
const firstNumbers = new WeakMap<ClientSession, number>()

/** Sends a write with an explicit transaction number, relative to the session's first one, like a driver's retry. */
function numbered(
  place: Place,
  session: ClientSession,
  number: number,
  command: Document,
): Promise<Document> {
  const { serverSession } = session
  const first = firstNumbers.get(session) ?? serverSession.txnNumber
  firstNumbers.set(session, first)
  // The driver may reuse the session, so its next number must be higher than those used here.
  serverSession.txnNumber = Math.max(serverSession.txnNumber, first + number)
  return place.db.command({ ...command, txnNumber: Long.fromNumber(first + number) }, { ...exact, session })
}

const insert = (place: Place, ...documents: Document[]): Document => ({
  insert: place.coll.collectionName,
  documents,
})

export const transactions: Family = {
  name: 'transactions, write conflicts and retryable writes',
  cases: [
    ...onPage('core/transactions', [
      withSessions('makes all changes visible with the commit', withA(1), async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 2 }, { session: one })
        await place.coll.updateOne(byId(1), { $set: { a: 9 } }, { session: one })
        same(await all(place), withA(1))
        await one.commitTransaction()
        same(await all(place), [{ _id: 1, a: 9 }, { _id: 2 }])
      }),
      withSessions('discards all changes with an abort', withA(1), async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 2 }, { session: one })
        await place.coll.deleteOne(byId(1), { session: one })
        await one.abortTransaction()
        same(await all(place), withA(1))
      }),
      withSessions(
        'reads its own writes in find, count, distinct and aggregate',
        withA(1, 2),
        async (place, [one]) => {
          one.startTransaction()
          await place.coll.insertOne({ _id: 3, a: 3 }, { session: one })
          await place.coll.updateOne(byId(1), { $set: { a: 7 } }, { session: one })
          await place.coll.deleteOne(byId(2), { session: one })
          same(await all(place, one), [
            { _id: 1, a: 7 },
            { _id: 3, a: 3 },
          ])
          same(await place.coll.countDocuments({}, { session: one }), 2)
          same(
            (await place.coll.distinct('a', {}, { session: one })).map(Number).toSorted((x, y) => x - y),
            [3, 7],
          )
          same(
            await place.coll
              .aggregate([{ $group: { _id: null, s: { $sum: '$a' } } }], { ...exact, session: one })
              .toArray(),
            [{ _id: null, s: 10 }],
          )
        },
      ),
      withSessions('reads its own writes through an index, in order', withA(5, 1), async (place, [one]) => {
        await place.coll.createIndex({ a: 1 })
        one.startTransaction()
        await place.coll.insertOne({ _id: 3, a: 3 }, { session: one })
        await place.coll.updateOne(byId(2), { $set: { a: 9 } }, { session: one })
        const found = await place.coll
          .find({ a: { $gt: 0 } }, { ...exact, session: one })
          .sort({ a: 1 })
          .hint('a_1')
          .toArray()
        same(found, [
          { _id: 3, a: 3 },
          { _id: 1, a: 5 },
          { _id: 2, a: 9 },
        ])
      }),
      withSessions('does not read changes committed after it began', withA(1), async (place, [one]) => {
        one.startTransaction({ readConcern: { level: 'snapshot' } })
        same(await all(place, one), withA(1))
        await place.coll.insertOne({ _id: 2 })
        await place.coll.updateOne(byId(1), { $set: { a: 5 } })
        same(await all(place, one), withA(1))
        await one.commitTransaction()
        same(await all(place), [{ _id: 1, a: 5 }, { _id: 2 }])
      }),
      withSessions('counts and sorts on its snapshot', withA(2, 1), async (place, [one]) => {
        await place.coll.createIndex({ a: 1 })
        one.startTransaction({ readConcern: { level: 'snapshot' } })
        same(await place.coll.countDocuments({}, { session: one }), 2)
        await place.coll.deleteOne(byId(2))
        same(await place.coll.countDocuments({}, { session: one }), 2)
        same(
          await place.coll
            .find({}, { ...exact, session: one })
            .sort({ a: 1 })
            .toArray(),
          [
            { _id: 2, a: 1 },
            { _id: 1, a: 2 },
          ],
        )
      }),
      withSessions(
        'can start a new transaction in the same session after a commit',
        [],
        async (place, [one]) => {
          for (const _id of [1, 2]) {
            one.startTransaction()
            await place.coll.insertOne({ _id }, { session: one })
            await one.commitTransaction()
          }
          same(await all(place), [{ _id: 1 }, { _id: 2 }])
        },
      ),
      withSessions('accepts a repeated commit', [], async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 1 }, { session: one })
        await one.commitTransaction()
        await one.commitTransaction()
        same(await all(place), [{ _id: 1 }])
      }),
      withSessions('commits without operations', [], async (place, [one]) => {
        one.startTransaction()
        await one.commitTransaction()
        same(await all(place), [])
      }),
      withSessions('creates a missing collection', [], async (place, [one]) => {
        const other = place.db.collection<Row>(`${place.coll.collectionName}_new`)
        one.startTransaction()
        await other.insertOne({ _id: 1 }, { session: one })
        same(await other.countDocuments(), 0)
        await one.commitTransaction()
        same(await other.countDocuments(), 1)
      }),
      withSessions(
        'rejects later operations and the commit after an error',
        withA(1),
        async (place, [one]) => {
          one.startTransaction()
          await place.coll.insertOne({ _id: 2 }, { session: one })
          await rejects(place.coll.insertOne({ _id: 1 }, { session: one }), 11000)
          const error = await rejects(place.coll.insertOne({ _id: 3 }, { session: one }), 251)
          ok(labelled(error))
          await rejects(one.commitTransaction(), 251)
          same(await all(place), withA(1))
        },
      ),
      withSessions('includes findAndModify and bulk writes', withA(1), async (place, [one]) => {
        one.startTransaction()
        await place.coll.findOneAndUpdate(byId(1), { $inc: { a: 1 } }, { session: one })
        await place.coll.bulkWrite(
          [
            { updateOne: { filter: byId(1), update: { $inc: { a: 1 } } } },
            { deleteOne: { filter: byId(1) } },
          ],
          { session: one },
        )
        await one.abortTransaction()
        same(await all(place), withA(1))
      }),
    ]),
    ...onPage('core/transactions-production-consideration', [
      withSessions(
        'reports a write conflict to the second writer of a document',
        withA(1),
        async (place, [one, two]) => {
          one.startTransaction()
          two.startTransaction()
          await place.coll.updateOne(byId(1), { $inc: { a: 1 } }, { session: one })
          const error = await rejects(
            place.coll.updateOne(byId(1), { $inc: { a: 1 } }, { session: two }),
            112,
          )
          ok(labelled(error))
          await one.commitTransaction()
          same(await all(place), withA(2))
        },
      ),
      withSessions(
        'reports a write conflict for a document changed after it began',
        withA(1),
        async (place, [one]) => {
          one.startTransaction({ readConcern: { level: 'snapshot' } })
          same(await all(place, one), withA(1))
          await place.coll.updateOne(byId(1), { $set: { a: 5 } })
          ok(
            labelled(await rejects(place.coll.updateOne(byId(1), { $inc: { a: 1 } }, { session: one }), 112)),
          )
          same(await all(place), withA(5))
        },
      ),
      withSessions(
        'reports a write conflict for a delete and an update of one document',
        withA(1),
        async (place, [one, two]) => {
          one.startTransaction()
          two.startTransaction()
          await place.coll.deleteOne(byId(1), { session: one })
          await rejects(place.coll.updateOne(byId(1), { $set: { a: 2 } }, { session: two }), 112)
          await one.commitTransaction()
          same(await all(place), [])
        },
      ),
      withSessions('reports a write conflict for two inserts of one _id', [], async (place, [one, two]) => {
        one.startTransaction()
        two.startTransaction()
        await place.coll.insertOne({ _id: 1 }, { session: one })
        await rejects(place.coll.insertOne({ _id: 1 }, { session: two }), [112, 11000])
        await one.commitTransaction()
        same(await all(place), [{ _id: 1 }])
      }),
      withSessions(
        'reports a write conflict for two inserts of one unique value',
        [],
        async (place, [one, two]) => {
          await place.coll.createIndex({ a: 1 }, { unique: true })
          one.startTransaction()
          two.startTransaction()
          await place.coll.insertOne({ _id: 1, a: 1 }, { session: one })
          await rejects(place.coll.insertOne({ _id: 2, a: 1 }, { session: two }), [112, 11000])
          await one.commitTransaction()
          same(await all(place), [{ _id: 1, a: 1 }])
        },
      ),
      withSessions('allows writes to different documents', withA(1, 1), async (place, [one, two]) => {
        one.startTransaction()
        two.startTransaction()
        await place.coll.updateOne(byId(1), { $inc: { a: 1 } }, { session: one })
        await place.coll.updateOne(byId(2), { $inc: { a: 1 } }, { session: two })
        await one.commitTransaction()
        await two.commitTransaction()
        same(await all(place), withA(2, 2))
      }),
      withSessions(
        'makes a plain write wait for the transaction that locked the document',
        withA(1),
        async (place, [one]) => {
          one.startTransaction()
          await place.coll.updateOne(byId(1), { $inc: { a: 10 } }, { session: one })
          const waiting = place.coll.updateOne(byId(1), { $inc: { a: 1 } })
          await one.commitTransaction()
          await waiting
          same(await all(place), withA(12))
        },
      ),
      withSessions(
        'repeats withTransaction until it succeeds without conflicts',
        [{ _id: 1, n: 0 }],
        async (place) => {
          await Promise.all(
            Array.from({ length: 8 }, () =>
              place.client.withSession((session) =>
                session.withTransaction(async () => {
                  const { n } = (await place.coll.findOne(byId(1), { session }))!
                  await place.coll.updateOne(byId(1), { $set: { n: Number(n) + 1 } }, { session })
                }),
              ),
            ),
          )
          same(await all(place), [{ _id: 1, n: 8 }])
        },
      ),
    ]),
    ...onPage('core/retryable-writes', [
      withSessions('executes a repeated insert once and returns the same reply', [], async (place, [one]) => {
        const command = insert(place, { _id: 1 }, { _id: 2 })
        same((await numbered(place, one, 1, command)).n, 2)
        same((await numbered(place, one, 1, command)).n, 2)
        same(await place.coll.countDocuments(), 2)
      }),
      withSessions('executes a repeated update once', withA(1), async (place, [one]) => {
        const command = {
          update: place.coll.collectionName,
          updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }],
        }
        for (const _ of [1, 2, 3]) same((await numbered(place, one, 1, command)).nModified, 1)
        same(await all(place), withA(2))
      }),
      withSessions('executes a repeated delete once', withA(1, 1), async (place, [one]) => {
        const command = { delete: place.coll.collectionName, deletes: [{ q: { a: 1 }, limit: 1 }] }
        for (const _ of [1, 2]) same((await numbered(place, one, 1, command)).n, 1)
        same(await place.coll.countDocuments(), 1)
      }),
      withSessions(
        'returns the same document for a repeated findAndModify',
        withA(1),
        async (place, [one]) => {
          const command = {
            findAndModify: place.coll.collectionName,
            query: { _id: 1 },
            update: { $inc: { a: 1 } },
          }
          for (const _ of [1, 2]) same((await numbered(place, one, 1, command)).value, { _id: 1, a: 1 })
          same(await all(place), withA(2))
        },
      ),
      withSessions(
        'returns the same new document for a repeated findAndModify',
        withA(1),
        async (place, [one]) => {
          const command = {
            findAndModify: place.coll.collectionName,
            query: { _id: 1 },
            update: { $inc: { a: 1 } },
            new: true,
          }
          for (const _ of [1, 2]) same((await numbered(place, one, 1, command)).value, { _id: 1, a: 2 })
        },
      ),
      withSessions('treats the next transaction number as a new write', withA(1), async (place, [one]) => {
        const command = {
          update: place.coll.collectionName,
          updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }],
        }
        await numbered(place, one, 1, command)
        await numbered(place, one, 2, command)
        same(await all(place), withA(3))
      }),
      withSessions('rejects an older transaction number', [], async (place, [one]) => {
        await numbered(place, one, 5, insert(place, { _id: 1 }))
        await rejects(numbered(place, one, 4, insert(place, { _id: 2 })), 225)
      }),
      withSessions('numbers the writes of each session separately', [], async (place, [one, two]) => {
        await numbered(place, one, 1, insert(place, { _id: 1 }))
        await numbered(place, two, 1, insert(place, { _id: 2 }))
        same(await place.coll.countDocuments(), 2)
      }),
    ]),
  ],
}
