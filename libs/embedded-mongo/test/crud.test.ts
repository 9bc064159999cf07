import { type Document, Long, ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

describe('documents', () => {
  it('returns inserted documents with their types unchanged', async () => {
    const items = database.db.collection('items')
    const when = new Date('2026-01-02T03:04:05.678Z')
    const { insertedId } = await items.insertOne({
      name: 'a',
      when,
      big: Long.fromString('9007199254740993'),
      list: [1, 2],
    })
    const found = await items.findOne({ _id: insertedId }, { promoteLongs: false })
    expect(found).toEqual({
      _id: insertedId,
      name: 'a',
      when,
      big: Long.fromString('9007199254740993'),
      list: [1, 2],
    })
  })

  it('returns results that exceed one batch in order through a cursor', async () => {
    const items = database.db.collection<{ _id: number }>('items')
    await items.insertMany(Array.from({ length: 1000 }, (_, _id) => ({ _id })))
    const ids = await items
      .find({ _id: { $gte: 10 } }, { batchSize: 7 })
      .sort({ _id: -1 })
      .skip(5)
      .limit(900)
      .toArray()
    expect(ids.map(({ _id }) => _id)).toEqual(Array.from({ length: 900 }, (_, at) => 994 - at))
  })

  it('updates, upserts and deletes documents', async () => {
    const items = database.db.collection('items')
    await items.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(await items.updateMany({ n: { $gt: 1 } }, { $inc: { n: 10 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    })
    expect(await items.updateOne({ n: 1 }, { $set: { n: 1 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    })
    const upsert = await items.updateOne(
      { key: 'k' },
      { $set: { n: 5 }, $setOnInsert: { made: true } },
      { upsert: true },
    )
    expect(upsert.upsertedId).toBeInstanceOf(ObjectId)
    expect(await items.findOne({ key: 'k' }, { projection: { _id: 0 } })).toEqual({
      key: 'k',
      n: 5,
      made: true,
    })
    expect(await items.deleteMany({ n: { $gt: 4 } })).toMatchObject({ deletedCount: 3 })
    expect(await items.countDocuments()).toBe(1)
    expect(await items.estimatedDocumentCount()).toBe(1)
  })

  it('returns the updated document, the removed document or, without a match, null from findOneAnd operations', async () => {
    const items = database.db.collection('items')
    await items.insertMany([{ n: 2 }, { n: 1 }])
    expect(
      await items.findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: 1 }, returnDocument: 'after' }),
    ).toMatchObject({ n: 11 })
    expect(await items.findOneAndDelete({ n: 2 })).toMatchObject({ n: 2 })
    expect(await items.findOneAndUpdate({ n: 99 }, { $set: { a: 1 } })).toBeNull()
  })

  it('continues an unordered batch after a failure, but stops an ordered batch at the first one', async () => {
    const items = database.db.collection<{ _id: number }>('items')
    const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }, { _id: 3 }]
    await expect(items.insertMany(docs, { ordered: false })).rejects.toMatchObject({
      code: 11000,
      insertedCount: 3,
    })
    await items.deleteMany({})
    await expect(items.insertMany(docs)).rejects.toMatchObject({ code: 11000, insertedCount: 1 })
  })

  it('counts and aggregates documents and lists distinct values', async () => {
    const items = database.db.collection('items')
    await items.insertMany([
      { t: ['a', 'b'], n: 1 },
      { t: ['b'], n: 2 },
      { t: 'c', n: 3 },
    ])
    expect(await items.distinct('t')).toEqual(['a', 'b', 'c'])
    expect(await items.countDocuments({ n: { $gte: 2 } })).toBe(2)
    expect(
      await items
        .aggregate([{ $match: { n: { $gte: 2 } } }, { $group: { _id: null, sum: { $sum: '$n' } } }])
        .toArray(),
    ).toEqual([{ _id: null, sum: 5 }])
  })
})

describe('a name that starts with a dollar', () => {
  it('is accepted in an upsert that inserts and below the top level, but not at the top level of an update', async () => {
    const items = database.db.collection<Document>('items')
    await items.updateOne({ _id: 1 as never }, { $set: { $a: 1, b: { $c: 2 } } }, { upsert: true })
    await items.updateOne({ _id: 1 as never }, { $set: { 'b.$c': 3 } })
    expect(await items.findOne({})).toEqual({ _id: 1, $a: 1, b: { $c: 3 } })
    await expect(items.updateOne({}, { $set: { $a: 2 } })).rejects.toMatchObject({ code: 52 })
  })

  it('is accepted in the fields of a DBRef', async () => {
    const items = database.db.collection('items')
    await items.insertOne({ refs: [{ $ref: 'users', $id: 7 }] })
    expect(await items.countDocuments({ refs: { $elemMatch: { $id: 7 } } })).toBe(1)
    expect(await items.countDocuments({ 'refs.$id': 8 })).toBe(0)
  })
})

describe('unique indexes', () => {
  it('rejects a second document with the same key and includes the key in the error', async () => {
    const users = database.db.collection('users')
    await users.createIndex({ email: 1 }, { unique: true })
    await users.insertOne({ email: 'a@b.c' })
    await expect(users.insertOne({ email: 'a@b.c' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@b.c' },
    })
    await users.deleteMany({})
    await users.insertOne({ email: 'a@b.c' })
  })

  it('rejects an index build over duplicates and leaves no index behind', async () => {
    const users = database.db.collection('users')
    await users.insertMany([{ email: 'a' }, { email: 'a' }])
    await expect(users.createIndex({ email: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 })
    expect(await users.indexes()).toHaveLength(1)
    await users.insertOne({ email: 'a' })
  })
})

describe('an unsupported feature', () => {
  it('is rejected with an error that names it', async () => {
    await expect(database.db.createCollection('c', { capped: true, size: 10 })).rejects.toMatchObject({
      code: 115,
      message: /capped/,
    })
    await expect(database.db.command({ nonsense: 1 })).rejects.toMatchObject({ code: 59 })
    await expect(
      database.db.collection('c').find().collation({ locale: 'de' }).toArray(),
    ).rejects.toMatchObject({ code: 115, message: /collation/ })
  })
})
