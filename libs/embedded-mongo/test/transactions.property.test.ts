import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

interface Account {
  _id: number
  balance: number
}

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

const accounts = () => database.db.collection<Account>('accounts')

/** Repeats a transaction until it commits; the driver's own loop waits longer between attempts. */
async function transact(
  work: (session: ReturnType<typeof database.client.startSession>) => Promise<'commit' | 'abort'>,
): Promise<void> {
  for (;;) {
    const session = database.client.startSession()
    try {
      session.startTransaction()
      if ((await work(session)) === 'abort') return await session.abortTransaction()
      return await session.commitTransaction()
    } catch (error) {
      if (!(error as { hasErrorLabel?(label: string): boolean }).hasErrorLabel?.('TransientTransactionError'))
        throw error
    } finally {
      await session.endSession()
    }
  }
}

const isFull = process.env.FULL === '1'
/** All but one of the concurrent transactions retry each time, so the cost grows quadratically. */
const rounds = isFull ? 20 : 3

describe('concurrent transactions', () => {
  it('applies every increment made by twenty concurrent transactions', async () => {
    await accounts().insertOne({ _id: 1, balance: 0 })
    const worker = async (): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        await transact(async (session) => {
          const account = await accounts().findOne({ _id: 1 }, { session })
          await accounts().updateOne({ _id: 1 }, { $set: { balance: account!.balance + 1 } }, { session })
          return 'commit'
        })
      }
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    expect(await accounts().findOne({ _id: 1 })).toEqual({ _id: 1, balance: 20 * rounds })
  })

  it('keeps balances exact under concurrent transfers, aborted transactions and plain writes', async () => {
    const transfer = fc.record({
      from: fc.nat(4),
      to: fc.nat(4),
      amount: fc.nat(50),
      isAborted: fc.boolean(),
      isPlain: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(transfer, { maxLength: 8 }), { minLength: 2, maxLength: 6 }),
        async (workers) => {
          await accounts().deleteMany({})
          await accounts().insertMany(Array.from({ length: 5 }, (_, _id) => ({ _id, balance: 100 })))
          const expected = Array.from({ length: 5 }, () => 100)
          await Promise.all(
            workers.map(async (transfers) => {
              for (const { from, to, amount, isAborted, isPlain } of transfers) {
                if (isPlain) {
                  await accounts().updateOne({ _id: to }, { $inc: { balance: amount } })
                  expected[to]! += amount
                  continue
                }
                await transact(async (session) => {
                  const seen = await accounts().find({}, { session }).toArray()
                  const sum = seen.reduce((total, { balance }) => total + balance, 0)
                  await accounts().updateOne({ _id: from }, { $inc: { balance: -amount } }, { session })
                  await accounts().updateOne({ _id: to }, { $inc: { balance: amount } }, { session })
                  const again = await accounts().find({}, { session }).toArray()
                  // A snapshot must not see commits by other transactions.
                  expect(again.reduce((total, { balance }) => total + balance, 0)).toBe(sum)
                  return isAborted ? 'abort' : 'commit'
                })
                if (isAborted) continue
                expected[from]! -= amount
                expected[to]! += amount
              }
            }),
          )
          const all = await accounts().find().sort({ _id: 1 }).toArray()
          expect(all.map(({ balance }) => balance)).toEqual(expected)
        },
      ),
      { numRuns: isFull ? 100 : 4 },
    )
  }, 300_000)

  interface Seat {
    _id: number
    guest: number | null
    row?: number
  }

  it('keeps unique keys unique when transactions swap them, with aborted transactions and plain writes in between', async () => {
    const seats = database.db.collection<Seat>('seats')
    await seats.createIndex({ guest: 1 }, { unique: true, partialFilterExpression: { guest: { $gte: 0 } } })
    const swap = fc.record({
      seats: fc.uniqueArray(fc.nat(7), { minLength: 2, maxLength: 4 }),
      how: fc.constantFrom('rotate' as const, 'rotate' as const, 'remove' as const, 'plain' as const),
      isAborted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(swap, { maxLength: 6 }), { minLength: 2, maxLength: 5 }),
        async (workers) => {
          await seats.deleteMany({})
          await seats.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, guest: _id })))
          await Promise.all(
            workers.map(async (swaps) => {
              for (const { seats: ids, how, isAborted } of swaps) {
                if (how === 'plain') {
                  await seats.updateOne({ _id: ids[0]! }, { $inc: { row: 1 } })
                  continue
                }
                await transact(async (session) => {
                  const before = await seats.find({ _id: { $in: ids } }, { session }).toArray()
                  const guests = ids.map((id) => before.find(({ _id }) => _id === id)!.guest)
                  if (how === 'remove') await seats.deleteMany({ _id: { $in: ids } }, { session })
                  else
                    for (const _id of ids)
                      await seats.updateOne({ _id }, { $set: { guest: null } }, { session })
                  for (const [at, _id] of ids.entries()) {
                    const guest = guests[(at + 1) % ids.length]!
                    await seats.updateOne({ _id }, { $set: { guest } }, { session, upsert: true })
                  }
                  return isAborted ? 'abort' : 'commit'
                })
              }
            }),
          )
          const all = await seats.find({}, { hint: { $natural: 1 } }).toArray()
          const guests = all.map(({ guest }) => guest!)
          expect(guests.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
          for (const { _id, guest } of all) {
            expect(await seats.find({ guest }, { hint: { guest: 1 } }).toArray()).toMatchObject([
              { _id, guest },
            ])
          }
        },
      ),
      { numRuns: isFull ? 1000 : 4 },
    )
  }, 900_000)
})
