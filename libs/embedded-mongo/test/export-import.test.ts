import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import {
  Binary,
  type ClientSession,
  Decimal128,
  Double,
  Int32,
  Long,
  MongoClient,
  ObjectId,
  Timestamp,
} from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encode } from '../src/bson/codec.ts'
import { exportDatabase } from '../src/tools/export.ts'
import { fromExtendedJson, toExtendedJson } from '../src/tools/extended-json.ts'
import { importDatabase } from '../src/tools/import.ts'
import { inSnapshot } from '../src/tools/snapshot.ts'
import { arbitraryDoc } from './arbitrary-values.ts'
import { type TestDatabase, startDatabase } from './start-database.ts'

let from: TestDatabase
let to: TestDatabase
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-export-'))
  from = await startDatabase()
  to = await startDatabase()
})
afterEach(async () => {
  await from?.stop()
  await to?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('export and import', () => {
  it('restores documents byte for byte with their indexes, and rejects an import into a collection that has documents', async () => {
    const items = from.db.collection('odd/name')
    const numberLike = new Map<string, unknown>([
      ['10', 1],
      ['2', { __proto__: null, z: 1, a: 2 }],
      ['__proto__', 'x'],
    ])
    await items.insertMany([
      {
        n: new Double(5),
        l: Long.fromNumber(5),
        i: new Int32(5),
        d: Decimal128.fromString('5.0'),
        text: 'a"b\\c\n€',
      },
      {
        _id: new ObjectId(),
        b: new Binary(Buffer.from([0, 255]), 4),
        at: new Date(-1),
        r: /x/i,
        t: Timestamp.fromBits(1, 2),
        list: [null, [], {}],
      },
      numberLike as never,
    ])
    await items.createIndex({ n: 1, i: -1 }, { unique: true, partialFilterExpression: { n: { $gt: 1 } } })
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 1e9 })
    const sums = await exportDatabase(from.server.uri, folder)
    expect([...sums].map(([name, { documents }]) => [name, documents])).toEqual([['test.odd/name', 3]])
    expect(await importDatabase(to.server.uri, folder)).toEqual(new Map([['test.odd/name', 3]]))
    const raw = async (database: TestDatabase): Promise<unknown[]> =>
      await database.db.collection('odd/name').find({}, { raw: true }).toArray()
    expect(await raw(to)).toEqual(await raw(from))
    expect(await to.db.collection('odd/name').indexes()).toEqual(await items.indexes())
    await expect(importDatabase(to.server.uri, folder)).rejects.toThrow(/has documents/)
  })

  it('suggests --no-snapshot when the snapshot expires', async () => {
    const client = await MongoClient.connect(from.server.uri)
    try {
      await client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 })
      let reads = 0
      const readForever = async (session: ClientSession): Promise<void> => {
        for (;;) {
          await client.db('wp').collection('items').findOne({}, { session })
          reads += 1
          await delay(20)
        }
      }
      await expect(inSnapshot(client, readForever, 1)).rejects.toThrow('use --no-snapshot')
      expect(reads).toBeGreaterThan(10)
    } finally {
      await client.close()
    }
  })

  it('round-trips any document through Extended JSON', () => {
    fc.assert(
      fc.property(arbitraryDoc, (doc) => {
        expect(encode(fromExtendedJson(toExtendedJson(doc)))).toEqual(encode(doc))
      }),
    )
  })
})
