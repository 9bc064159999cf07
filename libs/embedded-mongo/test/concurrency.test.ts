import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idKeyOf } from '../src/storage/documents.ts'
import { Engine } from '../src/engine/engine.ts'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

describe('concurrent writes', () => {
  it('returns each document to only one of many concurrent findOneAndUpdate calls', async () => {
    const jobs = database.db.collection<{ _id: number; isTaken: boolean; rank: number }>('jobs')
    await jobs.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, isTaken: false, rank: 30 - _id })))
    const taken = await Promise.all(
      Array.from({ length: 40 }, () =>
        jobs.findOneAndUpdate({ isTaken: false }, { $set: { isTaken: true } }, { sort: { rank: 1 } }),
      ),
    )
    const ids = taken.filter((job) => job !== null).map((job) => job._id)
    expect(new Set(ids).size).toBe(30)
    expect(ids).toHaveLength(30)
  })

  it('inserts only one document per unique key with concurrent upserts', async () => {
    const users = database.db.collection('users')
    await users.createIndex({ email: 1 }, { unique: true })
    await Promise.all(
      Array.from({ length: 20 }, () => users.updateOne({ email: 'a' }, { $inc: { n: 1 } }, { upsert: true })),
    )
    expect(await users.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ email: 'a', n: 20 }])
  })

  it('creates a missing collection only once and counts its documents exactly', async () => {
    const items = database.db.collection('items')
    await Promise.all(Array.from({ length: 60 }, (_, n) => items.insertOne({ n })))
    expect(await items.estimatedDocumentCount()).toBe(60)
    await Promise.all(Array.from({ length: 60 }, (_, n) => items.deleteMany({ n: { $in: [n, n + 1] } })))
    expect(await items.estimatedDocumentCount()).toBe(0)
    expect(await database.db.listCollections().toArray()).toHaveLength(1)
  })
})

describe('a write to a dropped collection', () => {
  it('creates the collection again', async () => {
    const items = database.db.collection('items')
    await items.createIndex({ n: 1 }, { unique: true })
    const writes = Array.from({ length: 60 }, async (_, n) => {
      await items.updateOne({ n }, { $set: { m: 1 } }, { upsert: true })
      await items.updateMany({ n: { $lte: n } }, { $inc: { m: 1 } })
      if (n % 20 === 10) await items.drop()
    })
    await Promise.all(writes)
    const later = Array.from({ length: 10 }, (_, n) => 1000 + n)
    await Promise.all(later.map((n) => items.updateOne({ n }, { $set: { m: 1 } }, { upsert: true })))
    const all = await items.find({}, { hint: { $natural: 1 } }).toArray()
    expect(await items.estimatedDocumentCount()).toBe(all.length)
    expect(
      all
        .map(({ n }) => n as number)
        .filter((n) => n >= 1000)
        .toSorted((a, b) => a - b),
    ).toEqual(later)
  })
})

describe('many open transactions', () => {
  it('keeps a separate snapshot for each transaction while others read and write', async () => {
    const items = database.db.collection<{ _id: number; n: number }>('items')
    await items.insertMany(Array.from({ length: 301 }, (_, _id) => ({ _id, n: 0 })))
    const sessions = Array.from({ length: 300 }, () => database.client.startSession())
    for (const [_id, session] of sessions.entries()) {
      session.startTransaction()
      await items.updateOne({ _id }, { $inc: { n: 1 } }, { session })
      await items.updateOne({ _id: 300 }, { $inc: { n: 1 } })
    }
    expect(await items.findOne({ _id: 300 }, { session: sessions[100]! })).toMatchObject({ n: 100 })
    expect(await items.countDocuments({ n: 1 })).toBe(0)
    for (const session of sessions) {
      await session.commitTransaction()
      await session.endSession()
    }
    expect(await items.countDocuments({ n: 1 })).toBe(300)
  })
})

describe('an ended transaction', () => {
  it('rejects further locks and reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-locks-'))
    const engine = await Engine.open(folder, (error) => {
      throw error
    })
    try {
      const transaction = engine.begin()
      transaction.claim([idKeyOf('a').toString('latin1')])
      transaction.finish('aborted')
      expect(() => transaction.claim(['b'])).toThrow(expect.objectContaining({ code: 251 }))
      expect(() => transaction.snapshot.get('docs', Buffer.from('x'))).toThrow(/released/)
      expect(engine.locks.openCount).toBe(0)
    } finally {
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
