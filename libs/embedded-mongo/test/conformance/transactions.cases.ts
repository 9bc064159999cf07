import type { ClientSession, Document, MongoServerError } from 'mongodb'
import { Long } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family, Place, Row } from './case.ts'
import { byId, exact, fill, onPage, rejects, same, withA } from './case.ts'

type Sessions = [ClientSession, ClientSession]

/** A case with two sessions, over a collection that holds documents. */
const sessions = (
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

/** The number a session of the driver's pool had when a case took it. */
const firstNumbers = new WeakMap<ClientSession, number>()

/** Sends a write with a transaction number of its own, counted from the session's, as a driver does that retries. */
function numbered(
  place: Place,
  session: ClientSession,
  number: number,
  command: Document,
): Promise<Document> {
  const { serverSession } = session
  const first = firstNumbers.get(session) ?? serverSession.txnNumber
  firstNumbers.set(session, first)
  // The driver must go on above the numbers used here when it takes the session again.
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
      sessions('a commit shows everything at once', withA(1), async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 2 }, { session: one })
        await place.coll.updateOne(byId(1), { $set: { a: 9 } }, { session: one })
        same(await all(place), withA(1))
        await one.commitTransaction()
        same(await all(place), [{ _id: 1, a: 9 }, { _id: 2 }])
      }),
      sessions('an abort leaves nothing', withA(1), async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 2 }, { session: one })
        await place.coll.deleteOne(byId(1), { session: one })
        await one.abortTransaction()
        same(await all(place), withA(1))
      }),
      sessions(
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
      sessions('reads its own writes through an index, in order', withA(5, 1), async (place, [one]) => {
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
      sessions('does not see what others committed after it began', withA(1), async (place, [one]) => {
        one.startTransaction({ readConcern: { level: 'snapshot' } })
        same(await all(place, one), withA(1))
        await place.coll.insertOne({ _id: 2 })
        await place.coll.updateOne(byId(1), { $set: { a: 5 } })
        same(await all(place, one), withA(1))
        await one.commitTransaction()
        same(await all(place), [{ _id: 1, a: 5 }, { _id: 2 }])
      }),
      sessions('counts and sorts on its snapshot too', withA(2, 1), async (place, [one]) => {
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
      sessions('a session may begin again after a commit', [], async (place, [one]) => {
        for (const _id of [1, 2]) {
          one.startTransaction()
          await place.coll.insertOne({ _id }, { session: one })
          await one.commitTransaction()
        }
        same(await all(place), [{ _id: 1 }, { _id: 2 }])
      }),
      sessions('a commit may be sent again', [], async (place, [one]) => {
        one.startTransaction()
        await place.coll.insertOne({ _id: 1 }, { session: one })
        await one.commitTransaction()
        await one.commitTransaction()
        same(await all(place), [{ _id: 1 }])
      }),
      sessions('a transaction without operations commits', [], async (place, [one]) => {
        one.startTransaction()
        await one.commitTransaction()
        same(await all(place), [])
      }),
      sessions('makes a collection that is not there', [], async (place, [one]) => {
        const other = place.db.collection<Row>(`${place.coll.collectionName}_new`)
        one.startTransaction()
        await other.insertOne({ _id: 1 }, { session: one })
        same(await other.countDocuments(), 0)
        await one.commitTransaction()
        same(await other.countDocuments(), 1)
      }),
      sessions(
        'an error ends it: later operations and the commit are refused',
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
      sessions('findAndModify and bulk writes take part', withA(1), async (place, [one]) => {
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
      sessions(
        'the second writer of a document gets a write conflict',
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
      sessions(
        'a write to what changed after it began is a write conflict',
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
      sessions('a delete and an update of one document conflict', withA(1), async (place, [one, two]) => {
        one.startTransaction()
        two.startTransaction()
        await place.coll.deleteOne(byId(1), { session: one })
        await rejects(place.coll.updateOne(byId(1), { $set: { a: 2 } }, { session: two }), 112)
        await one.commitTransaction()
        same(await all(place), [])
      }),
      sessions('two inserts of one _id conflict', [], async (place, [one, two]) => {
        one.startTransaction()
        two.startTransaction()
        await place.coll.insertOne({ _id: 1 }, { session: one })
        await rejects(place.coll.insertOne({ _id: 1 }, { session: two }), [112, 11000])
        await one.commitTransaction()
        same(await all(place), [{ _id: 1 }])
      }),
      sessions('two inserts of one unique value conflict', [], async (place, [one, two]) => {
        await place.coll.createIndex({ a: 1 }, { unique: true })
        one.startTransaction()
        two.startTransaction()
        await place.coll.insertOne({ _id: 1, a: 1 }, { session: one })
        await rejects(place.coll.insertOne({ _id: 2, a: 1 }, { session: two }), [112, 11000])
        await one.commitTransaction()
        same(await all(place), [{ _id: 1, a: 1 }])
      }),
      sessions('writers of different documents do not conflict', withA(1, 1), async (place, [one, two]) => {
        one.startTransaction()
        two.startTransaction()
        await place.coll.updateOne(byId(1), { $inc: { a: 1 } }, { session: one })
        await place.coll.updateOne(byId(2), { $inc: { a: 1 } }, { session: two })
        await one.commitTransaction()
        await two.commitTransaction()
        same(await all(place), withA(2, 2))
      }),
      sessions(
        'a plain write waits for the transaction that holds the document',
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
      sessions('withTransaction repeats until the conflicts are over', [{ _id: 1, n: 0 }], async (place) => {
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
      }),
    ]),
    ...onPage('core/retryable-writes', [
      sessions('an insert sent again is done once and answered the same', [], async (place, [one]) => {
        const command = insert(place, { _id: 1 }, { _id: 2 })
        same((await numbered(place, one, 1, command)).n, 2)
        same((await numbered(place, one, 1, command)).n, 2)
        same(await place.coll.countDocuments(), 2)
      }),
      sessions('an update sent again is done once', withA(1), async (place, [one]) => {
        const command = {
          update: place.coll.collectionName,
          updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }],
        }
        for (const _ of [1, 2, 3]) same((await numbered(place, one, 1, command)).nModified, 1)
        same(await all(place), withA(2))
      }),
      sessions('a delete sent again is done once', withA(1, 1), async (place, [one]) => {
        const command = { delete: place.coll.collectionName, deletes: [{ q: { a: 1 }, limit: 1 }] }
        for (const _ of [1, 2]) same((await numbered(place, one, 1, command)).n, 1)
        same(await place.coll.countDocuments(), 1)
      }),
      sessions('findAndModify sent again gives the same document', withA(1), async (place, [one]) => {
        const command = {
          findAndModify: place.coll.collectionName,
          query: { _id: 1 },
          update: { $inc: { a: 1 } },
        }
        for (const _ of [1, 2]) same((await numbered(place, one, 1, command)).value, { _id: 1, a: 1 })
        same(await all(place), withA(2))
      }),
      sessions(
        'findAndModify for the new document sent again gives the same',
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
      sessions('the next number is a new write', withA(1), async (place, [one]) => {
        const command = {
          update: place.coll.collectionName,
          updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }],
        }
        await numbered(place, one, 1, command)
        await numbered(place, one, 2, command)
        same(await all(place), withA(3))
      }),
      sessions('an older number is refused', [], async (place, [one]) => {
        await numbered(place, one, 5, insert(place, { _id: 1 }))
        await rejects(numbered(place, one, 4, insert(place, { _id: 2 })), 225)
      }),
      sessions('another session has its own numbers', [], async (place, [one, two]) => {
        await numbered(place, one, 1, insert(place, { _id: 1 }))
        await numbered(place, two, 1, insert(place, { _id: 2 }))
        same(await place.coll.countDocuments(), 2)
      }),
    ]),
  ],
}
