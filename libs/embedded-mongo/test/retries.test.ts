import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../src/index.ts'
import { Binary, Long } from '../src/bson/values.ts'
import { RawClient } from './raw-client.ts'

let folder: string
let server: RunningServer
let wire: RawClient

async function start(): Promise<void> {
  server = await startServer({ dataDir: folder })
  wire = new RawClient(server.port)
}

async function stop(): Promise<void> {
  wire.socket.destroy()
  await server.close()
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-retries-'))
  await start()
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const newSession = (): { id: Binary } => ({ id: new Binary(randomBytes(16), 4) })

describe('a repeated write', () => {
  it('is applied once and returns the same reply, even after a restart', async () => {
    const write = {
      insert: 'items',
      documents: [{ _id: 1, n: 0 }],
      lsid: newSession(),
      txnNumber: Long.fromNumber(1),
    }
    expect(await wire.run(write)).toMatchObject({ ok: 1, n: 1 })
    expect(await wire.run(write)).toMatchObject({ ok: 1, n: 1 })
    const update = {
      findAndModify: 'items',
      query: { n: { $lt: 5 } },
      update: { $inc: { n: 1 } },
      new: true,
      lsid: write.lsid,
      txnNumber: Long.fromNumber(2),
    }
    expect((await wire.run(update)).value).toEqual({ _id: 1, n: 1 })
    await stop()
    await start()
    expect((await wire.run(update)).value).toEqual({ _id: 1, n: 1 })
    expect((await wire.run({ find: 'items' })).cursor.firstBatch).toEqual([{ _id: 1, n: 1 }])
  })

  it('continues a batch after the statements that were already applied', async () => {
    const common = { lsid: newSession(), txnNumber: Long.fromNumber(7) }
    const first = { q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }
    await wire.run({ update: 'items', updates: [first], ...common })
    const both = await wire.run({
      update: 'items',
      updates: [first, { q: { _id: 2 }, u: { $inc: { n: 1 } }, upsert: true }],
      ...common,
    })
    expect(both).toMatchObject({
      n: 2,
      upserted: [
        { index: 0, _id: 1 },
        { index: 1, _id: 2 },
      ],
    })
    expect((await wire.run({ find: 'items' })).cursor.firstBatch).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ])
  })
})

describe('a repeated commit', () => {
  it('succeeds after the transaction has committed, even after a restart', async () => {
    const lsid = newSession()
    const number = { lsid, txnNumber: Long.fromNumber(1), autocommit: false }
    await wire.run({ insert: 'items', documents: [{ _id: 1 }], ...number, startTransaction: true })
    const commit = { commitTransaction: 1, ...number }
    expect(await wire.run(commit)).toMatchObject({ ok: 1 })
    expect(await wire.run(commit)).toMatchObject({ ok: 1 })
    expect(await wire.run({ insert: 'items', documents: [{ _id: 2 }], ...number })).toMatchObject({
      ok: 0,
      code: 256,
    })
    await stop()
    await start()
    expect(await wire.run(commit)).toMatchObject({ ok: 1 })
    expect(await wire.run({ ...commit, txnNumber: Long.fromNumber(2) })).toMatchObject({ ok: 0, code: 251 })
  })
})

describe('wire protocol', () => {
  const nested = (depth: number): Buffer => {
    let document = Buffer.from([5, 0, 0, 0, 0])
    for (let at = 0; at < depth; at++) {
      const inner = Buffer.concat([Buffer.from([3, 0x61, 0]), document, Buffer.of(0)])
      const length = Buffer.alloc(4)
      length.writeInt32LE(inner.length + 4)
      document = Buffer.concat([length, inner])
    }
    return document
  }

  it.each([
    ['is nested too deeply', nested(250), 15],
    [
      'has a duplicate field name',
      Buffer.from([19, 0, 0, 0, 16, 0x61, 0, 1, 0, 0, 0, 16, 0x61, 0, 2, 0, 0, 0, 0]),
      22,
    ],
  ])('answers a document that %s with an error and keeps the connection open', async (_, document, code) => {
    expect(await wire.send(document)).toMatchObject({ ok: 0, code })
    expect(await wire.run({ ping: 1 })).toMatchObject({ ok: 1 })
  })

  it('closes a connection that sends an invalid message without affecting others', async () => {
    const bad = connect(server.port, '127.0.0.1')
    const closed = new Promise((resolve) => bad.once('close', resolve))
    bad.write(Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    await closed
    expect(await wire.run({ ping: 1 })).toMatchObject({ ok: 1 })
  })

  it('answers messages that arrive in parts or several at once', async () => {
    const client = await MongoClient.connect(server.uri)
    const items = client.db('test').collection('items')
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => items.insertOne({ at, text: 'x'.repeat(at * 2000) })),
    )
    expect(await items.countDocuments({})).toBe(50)
    await items.insertMany([{ a: 1 }], { writeConcern: { w: 0 } })
    await client.close()
    await expect.poll(async () => (await wire.run({ count: 'items', query: { a: 1 } })).n as number).toBe(1)
  })
})
