import type { Collection, Document, Long } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
let items: Collection<Document>

beforeAll(async () => {
  database = await startDatabase({ expiryIntervalMs: 20 })
  items = database.db.collection('items')
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

describe('a partial TTL index', () => {
  it.each([{ hidden: false }, { hidden: true }])(
    'removes only expired documents that match its filter, with the options %o',
    async ({ hidden }) => {
      const drafts = database.db.collection(`drafts ${hidden}`)
      const options = { expireAfterSeconds: 0, partialFilterExpression: { isDraft: true }, hidden }
      await drafts.createIndex({ at: 1 }, options)
      const at = new Date(0)
      await drafts.insertMany([
        { _id: 1, at, isDraft: true },
        { _id: 2, at },
        { _id: 3, at, isDraft: false },
      ] as never[])
      await expect.poll(() => drafts.countDocuments()).toBe(2)
      expect(await drafts.distinct('_id')).toEqual([2, 3])
    },
  )
})

describe('collections', () => {
  it('creates, lists, renames and drops collections', async () => {
    const { db } = database
    await db.createCollection('a')
    await expect(db.createCollection('a')).rejects.toMatchObject({ code: 48 })
    await db.collection('b').insertOne({})
    expect((await db.listCollections().toArray()).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(await db.listCollections({ name: 'b' }, { nameOnly: true }).toArray()).toMatchObject([
      { name: 'b', type: 'collection' },
    ])
    await db.renameCollection('b', 'c')
    expect(await db.collection('c').countDocuments()).toBe(1)
    await expect(db.renameCollection('c', 'a')).rejects.toMatchObject({ code: 48 })
    await db.renameCollection('c', 'a', { dropTarget: true })
    expect(await db.collection('a').countDocuments()).toBe(1)
    await db.dropCollection('a')
    expect(await db.listCollections().toArray()).toEqual([])
    const { databases } = await db.admin().listDatabases()
    expect(databases.map(({ name }) => name)).not.toContain('test')
  })

  it('starts a recreated collection without the data and indexes of the dropped one', async () => {
    await items.createIndex({ n: 1 }, { unique: true })
    await items.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })))
    await items.drop()
    await items.insertMany([{ n: 1 }, { n: 1 }])
    expect(await items.countDocuments({ n: 1 })).toBe(2)
    expect(await items.indexes()).toHaveLength(1)
  })
})

describe('indexes', () => {
  it('builds a complete index while writes continue', async () => {
    await items.insertMany(Array.from({ length: 800 }, (_, n) => ({ _id: n as never, n })))
    const writes = Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        await items.updateOne({ _id: at as never }, { $set: { n: at + 10_000 } })
        await items.deleteOne({ _id: (at + 200) as never })
        await items.insertOne({ n: at + 20_000 })
      }),
    )
    await Promise.all([items.createIndex({ n: 1 }), writes])
    const byIndex = await items.find({}, { hint: { n: 1 } }).toArray()
    const byScan = await items.find({}, { hint: { $natural: 1 } }).toArray()
    expect(byIndex.map(({ n }) => n)).toEqual(byScan.map(({ n }) => n).toSorted((a, b) => a - b))
    expect(await items.countDocuments({ n: { $gte: 10_000 } }, { hint: { n: 1 } })).toBe(200)
  })

  it('creates an index only once when several clients request it at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => items.createIndex({ n: 1 }, { unique: true })))
    expect(await items.indexes()).toHaveLength(2)
    await expect(items.createIndex({ n: 1 }, { name: 'n_1', sparse: true })).rejects.toMatchObject({
      code: 86,
    })
    await items.dropIndex('n_1')
    await expect(items.dropIndex('n_1')).rejects.toMatchObject({ code: 27 })
    await expect(items.dropIndex('_id_')).rejects.toMatchObject({ code: 72 })
  })

  it('removes only the expired documents of a TTL index', async () => {
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 10 })
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000)
    await items.insertMany([
      { name: 'old', at: ago(20) },
      { name: 'oldest of two', at: [ago(20), ago(-100)] },
      { name: 'young', at: ago(1) },
      { name: 'no date', at: 'yesterday' },
      { name: 'none' },
    ])
    await expect
      .poll(async () => (await items.find().toArray()).map(({ name }) => name))
      .toEqual(['young', 'no date', 'none'])
    await database.db.command({ collMod: 'items', index: { keyPattern: { at: 1 }, expireAfterSeconds: 0 } })
    await expect.poll(async () => await items.countDocuments()).toBe(2)
  })

  it('enforces uniqueness in a partial index only among the documents that it contains', async () => {
    await items.createIndex({ n: 1 }, { unique: true, partialFilterExpression: { active: true } })
    await items.insertMany([{ n: 1 }, { n: 1 }, { n: 1, active: true }])
    await expect(items.insertOne({ n: 1, active: true })).rejects.toMatchObject({ code: 11000 })
    await expect(items.updateMany({}, { $set: { active: true } })).rejects.toMatchObject({ code: 11000 })
  })
})

describe('cursors', () => {
  it('returns the remaining documents after others are removed, and fails with code 43 after killCursors', async () => {
    await items.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n as never, n })))
    const cursor = items.find({}, { batchSize: 10 })
    expect(await cursor.next()).toMatchObject({ n: 0 })
    await items.deleteMany({ n: { $lt: 490 } })
    const rest = await cursor.toArray()
    expect(rest.at(-1)).toMatchObject({ n: 499 })
    const other = items.find({}, { batchSize: 1 })
    await other.next()
    const id = other.id as Long
    expect((await database.db.command({ killCursors: 'items', cursors: [id] })).cursorsKilled).toHaveLength(1)
    await expect(database.db.command({ getMore: id, collection: 'items' })).rejects.toMatchObject({
      code: 43,
    })
    await other.close()
  })

  it('limits each batch to 16 MB', async () => {
    const text = 'x'.repeat(1_000_000)
    await items.insertMany(Array.from({ length: 40 }, (_, n) => ({ n, text })))
    let { cursor } = await database.db.command({ find: 'items' }, { promoteLongs: false })
    const batches: Document[][] = [cursor.firstBatch]
    while (!(cursor.id as Long).isZero()) {
      const getMore = { getMore: cursor.id as Long, collection: 'items' }
      cursor = (await database.db.command(getMore, { promoteLongs: false })).cursor
      batches.push(cursor.nextBatch)
    }
    expect(batches.map((batch) => batch.length)).toEqual([16, 16, 8])
    expect(new Set(batches.flat().map(({ n }) => Number(n))).size).toBe(40)
  })
})

describe('limits', () => {
  it('stops a count when its maxTimeMS is exceeded', async () => {
    await items.insertMany(
      Array.from({ length: 3000 }, (_, n) => ({ n, list: Array.from({ length: 30 }, () => n) })),
    )
    const slow = {
      $expr: { $gt: [{ $sum: { $map: { input: '$list', in: { $multiply: ['$$this', 2] } } } }, -1] },
    }
    await expect(items.countDocuments({ ...slow }, { maxTimeMS: 1 })).rejects.toMatchObject({ code: 50 })
  })

  it('rejects a sort that needs more than 100 MB', async () => {
    await items.insertMany(Array.from({ length: 53 }, (_, n) => ({ n })))
    await items.updateMany({}, { $set: { text: 'x'.repeat(2_000_000) } })
    await expect(items.find().sort({ n: 1 }).toArray()).rejects.toMatchObject({ code: 292 })
    expect(await items.find().sort({ n: 1 }).limit(2).project({ n: 1 }).toArray()).toHaveLength(2)
  })

  it('rejects a document over 16 MB and an invalid _id', async () => {
    await expect(
      items.updateOne(
        { n: 1 },
        { $set: { text: 'x'.repeat(16_777_000), more: 'x'.repeat(1000) } },
        { upsert: true },
      ),
    ).rejects.toMatchObject({ code: 10334 })
    await expect(items.insertOne({ _id: [1] as never })).rejects.toMatchObject({ code: 53 })
  })
})

describe('the server', () => {
  it('reports its status, version and storage engine', async () => {
    const admin = database.db.admin()
    expect(await admin.serverStatus()).toMatchObject({ ok: 1, storageEngine: { name: 'lmdb' } })
    expect(await admin.buildInfo()).toMatchObject({ version: expect.any(String) as string })
    expect(await admin.command({ connectionStatus: 1 })).toMatchObject({
      authInfo: { authenticatedUsers: [] },
    })
    expect(await database.db.stats()).toMatchObject({ ok: 1 })
  })
})

describe('bulkWrite', () => {
  it('runs its operations in order and returns their counts', async () => {
    const result = await items.bulkWrite([
      { insertOne: { document: { _id: 1 as never, n: 1 } } },
      { updateOne: { filter: { _id: 1 as never }, update: { $inc: { n: 1 } } } },
      { replaceOne: { filter: { n: 2 }, replacement: { n: 5 } } },
      { updateMany: { filter: { n: 5 }, update: { $set: { m: 1 } } } },
      { updateOne: { filter: { n: 9 }, update: { $set: { n: 9 } }, upsert: true } },
      { deleteOne: { filter: { n: 5 } } },
    ])
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 3, upsertedCount: 1, deletedCount: 1 })
    expect(await items.find().toArray()).toMatchObject([{ n: 9 }])
  })
})
