import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

type Item = { _id: number; n?: number }
type Operation = { name: string; command: string; run: (items: Collection<Item>) => Promise<unknown> }

/** Each changes the two records of `before` so that a second execution is visible in `after`. */
const operations: (Operation & { after: Item[] })[] = [
  {
    name: 'insertOne',
    command: 'insert',
    run: (items) => items.insertOne({ _id: 3 }),
    after: [{ _id: 1, n: 0 }, { _id: 2, n: 0 }, { _id: 3 }],
  },
  {
    name: 'insertMany',
    command: 'insert',
    run: (items) => items.insertMany([{ _id: 3 }, { _id: 4 }]),
    after: [{ _id: 1, n: 0 }, { _id: 2, n: 0 }, { _id: 3 }, { _id: 4 }],
  },
  {
    name: 'updateOne',
    command: 'update',
    run: (items) => items.updateOne({ _id: 1 }, { $inc: { n: 1 } }),
    after: [
      { _id: 1, n: 1 },
      { _id: 2, n: 0 },
    ],
  },
  {
    name: 'updateOne with upsert',
    command: 'update',
    run: (items) => items.updateOne({ _id: 3 }, { $inc: { n: 1 } }, { upsert: true }),
    after: [
      { _id: 1, n: 0 },
      { _id: 2, n: 0 },
      { _id: 3, n: 1 },
    ],
  },
  {
    name: 'replaceOne',
    command: 'update',
    run: (items) => items.replaceOne({ n: 0 }, { n: 5 }),
    after: [
      { _id: 1, n: 5 },
      { _id: 2, n: 0 },
    ],
  },
  {
    name: 'deleteOne',
    command: 'delete',
    run: (items) => items.deleteOne({ n: 0 }),
    after: [{ _id: 2, n: 0 }],
  },
  {
    name: 'findOneAndUpdate',
    command: 'findAndModify',
    run: (items) => items.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }),
    after: [
      { _id: 1, n: 1 },
      { _id: 2, n: 0 },
    ],
  },
  {
    name: 'findOneAndReplace',
    command: 'findAndModify',
    run: (items) => items.findOneAndReplace({ n: 0 }, { n: 5 }),
    after: [
      { _id: 1, n: 5 },
      { _id: 2, n: 0 },
    ],
  },
  {
    name: 'findOneAndDelete',
    command: 'findAndModify',
    run: (items) => items.findOneAndDelete({ n: 0 }),
    after: [{ _id: 2, n: 0 }],
  },
  {
    name: 'bulkWrite',
    command: 'update',
    run: (items) =>
      items.bulkWrite([
        { insertOne: { document: { _id: 3 } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { deleteOne: { filter: { n: 0 } } },
      ]),
    after: [{ _id: 1, n: 2 }, { _id: 3 }],
  },
  {
    name: 'bulkWrite without order',
    command: 'update',
    run: (items) =>
      items.bulkWrite(
        [
          { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
          { updateOne: { filter: { _id: 2 }, update: { $inc: { n: 1 } } } },
        ],
        { ordered: false },
      ),
    after: [
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ],
  },
]
const before: Item[] = [
  { _id: 1, n: 0 },
  { _id: 2, n: 0 },
]

const stopping = { errorCode: 11600 }
const failures: [string, Document][] = [
  ['the error 11600 of a server that is stopping', stopping],
  ['the error 91 of a server that is stopping', { errorCode: 91 }],
  ['error 189 from a server that is no longer primary', { errorCode: 189 }],
  ['a closed connection', { closeConnection: true }],
  ['a write concern error after the write', { writeConcernError: { code: 91, errmsg: 'stopping' } }],
]
const product = operations.flatMap((operation) =>
  failures.map(([failure, data]) => ({ ...operation, failure, data })),
)

let database: TestDatabase
let client: MongoClient

beforeAll(async () => {
  database = await startDatabase({ enableTestCommands: true })
  // These errors make the driver look for the primary again; the default is to wait for half a second.
  const options = { appName: 'tested', minHeartbeatFrequencyMS: 5 }
  client = await MongoClient.connect(database.server.uri, options)
})
afterAll(async () => {
  await client?.close()
  await database?.stop()
})
beforeEach(async () => {
  await database.db.dropDatabase()
  await database.db.collection<Item>('items').insertMany(before)
})
afterEach(async () => {
  for (const name of ['failCommand', 'onPrimaryTransactionalWrite']) await configure(name, 'off', {})
})

const items = () => client.db('test').collection<Item>('items')
const stored = () => database.db.collection<Item>('items').find().sort({ _id: 1 }).toArray()
const configure = (configureFailPoint: string, mode: unknown, data: Document): Promise<Document> =>
  database.client.db('admin').command({ configureFailPoint, mode, data })
const fail = (mode: unknown, command: string, data: Document): Promise<Document> =>
  configure('failCommand', mode, { failCommands: [command], ...data, appName: 'tested' })

describe('a retryable write', () => {
  it.each(product)('$name has one effect after $failure', async ({ command, run, after, data }) => {
    await fail({ times: 1 }, command, data)
    await run(items())
    expect(await stored()).toEqual(after)
    expect(await fail('off', command, {})).toMatchObject({ count: 1 })
  })

  it.each(operations)(
    '$name has one effect when the reply is lost after the write',
    async ({ run, after }) => {
      await configure('onPrimaryTransactionalWrite', { times: 1 }, {})
      await run(items())
      expect(await stored()).toEqual(after)
      expect(await configure('onPrimaryTransactionalWrite', 'off', {})).toMatchObject({ count: 1 })
    },
  )

  it.each(operations.filter(({ name }) => name !== 'bulkWrite'))(
    '$name fails without an effect when the retry fails too',
    async ({ command, run }) => {
      await fail({ times: 2 }, command, stopping)
      await expect(run(items())).rejects.toMatchObject({ code: 11600 })
      expect(await stored()).toEqual(before)
      expect(await fail('off', command, {})).toMatchObject({ count: 2 })
    },
  )
})

describe('a write of several records in one statement', () => {
  it.each([
    ['updateMany', 'update', () => items().updateMany({}, { $inc: { n: 1 } })],
    ['deleteMany', 'delete', () => items().deleteMany({})],
  ] as const)('%s is not retried', async (_, command, run) => {
    await fail({ times: 1 }, command, stopping)
    await expect(run()).rejects.toMatchObject({ code: 11600 })
    expect(await stored()).toEqual(before)
  })
})

describe('commitTransaction', () => {
  const change = () =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await items().insertOne({ _id: 3 }, { session })
        await items().updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })
      }),
    )

  it.each(failures)('has one effect after %s', async (_, data) => {
    await fail({ times: 1 }, 'commitTransaction', data)
    await change()
    expect(await stored()).toEqual([{ _id: 1, n: 1 }, { _id: 2, n: 0 }, { _id: 3 }])
    expect(await fail('off', 'commitTransaction', {})).toMatchObject({ count: 1 })
  })

  it('has one effect after more failures than the driver retries', async () => {
    await fail({ times: 3 }, 'commitTransaction', { closeConnection: true })
    await change()
    expect(await stored()).toEqual([{ _id: 1, n: 1 }, { _id: 2, n: 0 }, { _id: 3 }])
    expect(await fail('off', 'commitTransaction', {})).toMatchObject({ count: 3 })
  })
})
