import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ClientSession } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Binary, Long } from '../src/bson/values.ts'
import { LARGE_COMMIT } from '../src/engine/engine.ts'
import { RawClient } from './raw-client.ts'
import { type TestDatabase, startDatabase } from './start-database.ts'

interface Account {
  _id: string
  balance: number
}

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

const accounts = () => database.db.collection<Account>('accounts')

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 5000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

describe('a transaction', () => {
  let session: ClientSession
  beforeEach(() => {
    session = database.client.startSession()
    return async () => await session.endSession()
  })

  it('shows its writes to others only after the commit', async () => {
    await accounts().insertOne({ _id: 'a', balance: 1 })
    session.startTransaction()
    await accounts().insertOne({ _id: 'b', balance: 2 }, { session })
    await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 10 } }, { session })
    expect(await accounts().find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', balance: 11 },
      { _id: 'b', balance: 2 },
    ])
    expect(await accounts().countDocuments({ balance: { $gt: 1 } }, { session })).toBe(2)
    expect(await accounts().find().toArray()).toEqual([{ _id: 'a', balance: 1 }])
    await session.commitTransaction()
    expect(await accounts().countDocuments()).toBe(2)
    expect(await accounts().estimatedDocumentCount()).toBe(2)
  })

  it('moves a unique key from one document to another, regardless of their order', async () => {
    const rooms = database.db.collection<{ _id: string; key?: string }>('rooms')
    await rooms.createIndex({ key: 1 }, { unique: true, sparse: true })
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      await rooms.deleteMany({})
      await rooms.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: from!.repeat(2), key: 'other' }])
      await rooms.updateOne({ _id: from! }, { $set: { key: 'front' } })
      session.startTransaction()
      await rooms.updateOne({ _id: 'a' }, { $set: { touched: true } }, { session })
      await rooms.updateOne({ _id: from! }, { $unset: { key: 1 } }, { session })
      await rooms.updateOne({ _id: to! }, { $set: { key: 'front' } }, { session })
      await session.commitTransaction()
      expect(await rooms.find({ key: 'front' }, { hint: { key: 1 } }).toArray()).toMatchObject([{ _id: to }])
      await expect(rooms.insertOne({ _id: 'c', key: 'front' })).rejects.toMatchObject({ code: 11000 })
    }
  })

  it('commits many changes atomically while the server answers other requests', async () => {
    const items = database.db.collection<{ _id: number; key: number; tags: string[] }>('items')
    await items.createIndex({ key: 1 }, { unique: true })
    await items.createIndex({ tags: 1 })
    const count = LARGE_COMMIT * 10
    await items.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: n, key: -n - 1, tags: [] })))
    session.startTransaction()
    await items.deleteMany({ _id: { $lt: 50 } }, { session })
    await items.updateMany({ _id: { $lt: 100 } }, { $inc: { key: 50 } }, { session })
    const docs = Array.from({ length: count }, (_, n) => ({
      _id: n + 100,
      key: n + 100,
      tags: ['a', `${n}`],
    }))
    await items.insertMany(docs, { session })
    let isCommitted = false
    const commit = session.commitTransaction().finally(() => (isCommitted = true))
    const seen = new Set<number>()
    let answers = 0
    while (!isCommitted) {
      seen.add(await items.countDocuments({ key: { $gte: -1000 } }))
      answers++
    }
    await commit
    expect(answers).toBeGreaterThan(5)
    expect([...seen].filter((number) => number !== 100 && number !== count + 50)).toEqual([])
    expect(await items.estimatedDocumentCount()).toBe(count + 50)
    for (const hint of [{ key: 1 }, { tags: 1 }, { $natural: 1 }] as const)
      expect(await items.find({}, { hint }).toArray()).toHaveLength(count + 50)
    expect(await items.find({ tags: 'a', key: { $lt: 110 } }).toArray()).toHaveLength(10)
    await expect(items.insertOne({ _id: -1, key: 100, tags: [] })).rejects.toMatchObject({ code: 11000 })
    await items.updateOne({ _id: 100 }, { $set: { key: -1000 } })
  })

  it('commits many changes while indexes are created and dropped, and updates all of these indexes', async () => {
    const items = database.db.collection<{ _id: number; n: number }>('items')
    await items.createIndex({ n: 1 })
    let isCommitted = false
    const commits = session
      .withTransaction(async () => {
        await items.deleteMany({}, { session })
        const docs = Array.from({ length: LARGE_COMMIT * 3 }, (_, n) => ({ _id: n, n }))
        await items.insertMany(docs, { session })
      })
      .finally(() => (isCommitted = true))
    while (!isCommitted) {
      const name = await items.createIndex({ n: -1 })
      await items.countDocuments({ n: 1 })
      if (!isCommitted) await items.dropIndex(name)
    }
    await commits
    await items.createIndex({ n: -1 })
    for (const hint of [{ n: 1 }, { n: -1 }, { $natural: 1 }] as const)
      expect(await items.find({}, { hint }).toArray()).toHaveLength(LARGE_COMMIT * 3)
  })

  it('reads the same state from its first operation until it ends', async () => {
    await accounts().insertOne({ _id: 'a', balance: 1 })
    session.startTransaction()
    expect(await accounts().findOne({ _id: 'a' }, { session })).toMatchObject({ balance: 1 })
    await accounts().updateOne({ _id: 'a' }, { $set: { balance: 2 } })
    await accounts().insertOne({ _id: 'b', balance: 2 })
    expect(await accounts().find({}, { session }).toArray()).toEqual([{ _id: 'a', balance: 1 }])
    await session.commitTransaction()
  })

  it('leaves nothing behind when aborted', async () => {
    await accounts().insertOne({ _id: 'a', balance: 1 })
    session.startTransaction()
    await accounts().deleteOne({ _id: 'a' }, { session })
    await accounts().insertOne({ _id: 'b', balance: 2 }, { session })
    await session.abortTransaction()
    expect(await accounts().find().toArray()).toEqual([{ _id: 'a', balance: 1 }])
  })

  it('fails with WriteConflict and the label TransientTransactionError when another write came first', async () => {
    await accounts().insertOne({ _id: 'a', balance: 1 })
    session.startTransaction()
    await accounts().findOne({}, { session })
    await accounts().updateOne({ _id: 'a' }, { $set: { balance: 5 } })
    const failure = await accounts()
      .updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 112, codeName: 'WriteConflict' })
    expect(
      (failure as { hasErrorLabel(label: string): boolean }).hasErrorLabel('TransientTransactionError'),
    ).toBe(true)
    await expect(accounts().findOne({}, { session })).rejects.toMatchObject({ code: 251 })
    await session.abortTransaction()
    expect(await accounts().findOne({})).toMatchObject({ balance: 5 })
  })

  it('fails with WriteConflict when another open transaction has inserted the same unique key', async () => {
    const users = database.db.collection('users')
    await users.createIndex({ email: 1 }, { unique: true })
    const other = database.client.startSession()
    session.startTransaction()
    other.startTransaction()
    await users.insertOne({ email: 'a' }, { session })
    await expect(users.insertOne({ email: 'a' }, { session: other })).rejects.toMatchObject({ code: 112 })
    await other.endSession()
    await session.commitTransaction()
    await expect(users.insertOne({ email: 'a' })).rejects.toMatchObject({ code: 11000 })
  })

  it('makes a plain write to the same document wait until it ends', async () => {
    await accounts().insertOne({ _id: 'a', balance: 1 })
    session.startTransaction()
    await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session })
    let isDone = false
    const plain = accounts()
      .updateOne({ _id: 'a' }, { $inc: { balance: 100 } })
      .then(() => (isDone = true))
    await accounts().insertOne({ _id: 'other', balance: 0 })
    expect(isDone).toBe(false)
    await session.commitTransaction()
    await plain
    expect(await accounts().findOne({ _id: 'a' })).toMatchObject({ balance: 102 })
  })

  it('commits when the driver retries the whole transaction after a conflict', async () => {
    await accounts().insertOne({ _id: 'a', balance: 0 })
    await Promise.all(
      Array.from({ length: 5 }, () =>
        database.client.withSession((own) =>
          own.withTransaction(async () => {
            const account = await accounts().findOne({ _id: 'a' }, { session: own })
            await accounts().updateOne(
              { _id: 'a' },
              { $set: { balance: account!.balance + 1 } },
              { session: own },
            )
          }),
        ),
      ),
    )
    expect(await accounts().findOne({})).toMatchObject({ balance: 5 })
  })
})

describe('transactionLifetimeLimitSeconds', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  const start = async (transactionLifetimeLimitSeconds: number) => {
    const short = await startDatabase({ transactionLifetimeLimitSeconds })
    stops.push(() => short.stop())
    const items = short.db.collection<Account>('items')
    await items.insertOne({ _id: 'a', balance: 1 })
    return { ...short, items }
  }

  it('aborts a transaction that lasts longer and releases its locks', async () => {
    const { client, items } = await start(0.03)
    const session = client.startSession()
    session.startTransaction()
    await items.updateOne({ _id: 'a' }, { $set: { balance: 2 } }, { session })
    await items.updateOne({ _id: 'a' }, { $set: { balance: 3 } })
    await eventually(async () => {
      await expect(items.findOne({}, { session })).rejects.toMatchObject({ code: 251 })
    })
    await session.endSession()
    expect(await items.findOne({})).toMatchObject({ balance: 3 })
  })

  it('keeps a transaction and its locks after its connection closes, so that another connection can commit it', async () => {
    const { db, client, items, server } = await start(60)
    const own = {
      lsid: { id: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4) },
      txnNumber: Long.fromNumber(1),
      autocommit: false,
    }
    const updates = [{ q: { _id: 'a' }, u: { $set: { balance: 9 } } }]
    const lost = new RawClient(server.port)
    expect(await lost.run({ update: 'items', updates, ...own, startTransaction: true })).toMatchObject({
      n: 1,
    })
    lost.socket.destroy()
    await once(lost.socket, 'close')
    await eventually(async () => {
      const { connections } = await db.admin().serverStatus()
      expect(connections.totalCreated - connections.current).toBe(1)
    })
    const write = { update: 'items', updates: [{ q: { _id: 'a' }, u: { $inc: { balance: 1 } } }] }
    await expect(db.command({ ...write, maxTimeMS: 50 })).rejects.toMatchObject({ code: 50 })
    const session = client.startSession()
    session.startTransaction()
    await expect(items.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session })).rejects.toMatchObject({
      code: 112,
    })
    await session.endSession()

    // A lower limit applies to new transactions only, so the old one is continued and committed here.
    const admin = client.db('admin')
    expect(await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 })).toMatchObject({
      was: 60,
    })
    expect(await admin.command({ getParameter: 1, transactionLifetimeLimitSeconds: 1 })).toMatchObject({
      transactionLifetimeLimitSeconds: 1,
    })
    const next = new RawClient(server.port)
    expect(await next.run({ commitTransaction: 1, ...own })).toMatchObject({ ok: 1 })
    next.socket.destroy()
    expect(await items.findOne({ _id: 'a' })).toMatchObject({ balance: 9 })
  })

  it('rejects a value of less than one second', async () => {
    const { client } = await start(60)
    const set = client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 0 })
    await expect(set).rejects.toMatchObject({ code: 2 })
  })
})
