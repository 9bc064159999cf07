import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
let client: MongoClient

beforeAll(async () => {
  database = await startDatabase({ enableTestCommands: true })
  client = await MongoClient.connect(database.server.uri, { appName: 'tested' })
})
afterAll(async () => {
  await client?.close()
  await database?.stop()
})
beforeEach(async () => {
  await fail('off', {})
  await database.db.dropDatabase()
})

const items = () => client.db('test').collection<{ _id: number }>('items')
const fail = (mode: unknown, data: Document): Promise<Document> =>
  database.client.db('admin').command({ configureFailPoint: 'failCommand', mode, data })
const count = () => database.db.collection('items').countDocuments()

describe('onPrimaryTransactionalWrite', () => {
  const failWrites = (mode: unknown, data: Document): Promise<Document> =>
    database.client.db('admin').command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode, data })
  const increment = () => items().updateOne({ _id: 1 }, { $inc: { n: 1 } })

  it.each([
    ['after the commit', {}],
    ['before the commit', { failBeforeCommitExceptionCode: 1 }],
  ])("closes the connection %s, and the driver's retry applies the write once", async (_, data) => {
    await items().insertOne({ _id: 1 })
    await failWrites({ times: 1 }, data)
    expect(await increment()).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await items().findOne({})).toEqual({ _id: 1, n: 1 })
    expect(await failWrites('off', {})).toMatchObject({ count: 1 })
  })

  it('fails a write without applying it when the retry also fails before the commit', async () => {
    await items().insertOne({ _id: 1 })
    await failWrites({ times: 2 }, { failBeforeCommitExceptionCode: 1 })
    await expect(increment()).rejects.toThrow('closed')
    await failWrites('off', {})
    expect(await items().findOne({})).toEqual({ _id: 1 })
  })
})

describe('failCommand', () => {
  it.each([
    ['a closed connection', { closeConnection: true }],
    ['an error of a stopping server', { errorCode: 11600 }],
    ['an error with a given label', { errorCode: 8, errorLabels: ['RetryableWriteError'] }],
    ['a write concern error of a stopping server', { writeConcernError: { code: 91, errmsg: 'stopping' } }],
  ])('makes the driver repeat a write once after %s', async (_, failure) => {
    await fail({ times: 1 }, { failCommands: ['insert'], ...failure })
    await items().insertOne({ _id: 1 })
    expect(await count()).toBe(1)
    expect(await fail('off', {})).toMatchObject({ count: 1 })
  })

  it.each([
    ['more failures than retries', { times: 2 }, { errorCode: 11600 }, 11600],
    ['an error that is not retryable', { times: 1 }, { errorCode: 11601 }, 11601],
    ['an error whose labels were removed', { times: 1 }, { errorCode: 11600, errorLabels: [] }, 11600],
  ])('fails the write after %s', async (_, mode, failure, code) => {
    await fail(mode, { failCommands: ['insert'], ...failure })
    await expect(items().insertOne({ _id: 1 })).rejects.toMatchObject({ code })
    expect(await count()).toBe(0)
  })

  it('executes a write before it reports a write concern error', async () => {
    await fail({ times: 1 }, { failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'late' } })
    await expect(items().insertOne({ _id: 1 })).rejects.toMatchObject({ code: 64 })
    expect(await count()).toBe(1)
  })

  it('skips the first command, does not affect other commands and clients, and stops when it is turned off', async () => {
    await fail({ skip: 1 }, { failCommands: ['insert'], errorCode: 8, appName: 'tested' })
    await items().insertOne({ _id: 1 })
    await expect(items().insertOne({ _id: 2 })).rejects.toMatchObject({ code: 8 })
    await items().updateOne({ _id: 1 }, { $set: { a: 1 } })
    await database.db.collection<{ _id: number }>('items').insertOne({ _id: 3 })
    await fail('off', {})
    await items().insertOne({ _id: 4 })
    expect(await count()).toBe(3)
  })

  it('lets the driver repeat a commit whose connection was closed, and a transaction after a transient error', async () => {
    await items().insertOne({ _id: 1 })
    for (const command of ['commitTransaction', 'insert']) {
      const failure = command === 'insert' ? { errorCode: 11600 } : { closeConnection: true }
      await fail({ times: 1 }, { failCommands: [command], ...failure })
      await client.withSession((session) =>
        session.withTransaction(() => items().insertOne({ _id: command.length }, { session })),
      )
    }
    expect(await count()).toBe(3)
  })

  it('rejects configureFailPoint on a server without enableTestCommands', async () => {
    const other = await startDatabase()
    try {
      const command = { configureFailPoint: 'failCommand', mode: 'off' }
      await expect(other.client.db('admin').command(command)).rejects.toMatchObject({ code: 59 })
    } finally {
      await other.stop()
    }
  })
})
