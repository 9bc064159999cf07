import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../src/index.ts'
import { type DatabaseProcess, startProcess } from './database-process.ts'

interface Item {
  _id: string
  pair?: string
  n: number
  tags: string[]
}

/** Acknowledged writes. `removing` contains removals that were not acknowledged and may or may not have happened. */
interface Acknowledged {
  ids: Set<string>
  removed: Set<string>
  removing: Set<string>
}

const ROUNDS = process.env.FULL === '1' ? 30 : 3
let folder: string
let running: DatabaseProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-crash-'))
})
afterEach(async () => {
  await running?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const connect = (uri: string): Promise<MongoClient> =>
  MongoClient.connect(uri, { retryWrites: false, serverSelectionTimeoutMS: 500, appName: 'crash' })

/** Writes until the connection breaks and records every acknowledged id. */
async function writeUntilCrash(
  client: MongoClient,
  worker: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const items = client.db('test').collection<Item>('items')
  try {
    for (let at = 0; ; at++) {
      const id = `${worker}-${at}`
      if (at % 3 === 0) {
        const session = client.startSession()
        session.startTransaction()
        await items.insertOne({ _id: `${id}-a`, pair: id, n: at, tags: ['x', worker] }, { session })
        await items.insertOne({ _id: `${id}-b`, pair: id, n: at, tags: [] }, { session })
        await session.commitTransaction()
        await session.endSession()
        acknowledged.ids.add(`${id}-a`).add(`${id}-b`)
      } else if (at % 5 === 4) {
        const gone = `${worker}-${at - 2}`
        acknowledged.removing.add(gone)
        const { deletedCount } = await items.deleteOne({ _id: gone })
        if (deletedCount === 1) acknowledged.removed.add(gone)
      } else {
        await items.insertOne({ _id: id, n: at, tags: [worker, 'y'] })
        await items.updateOne({ _id: id }, { $set: { n: at + 1000 }, $push: { tags: 'z' } })
        acknowledged.ids.add(id)
      }
    }
  } catch (error) {
    if (!/connection|ECONNREFUSED|ECONNRESET|topology|selection|closed/i.test(String(error))) throw error
  }
}

async function checkEverything(items: Collection<Item>, acknowledged: Acknowledged): Promise<void> {
  const all = await items.find({}, { hint: { $natural: 1 } }).toArray()
  const ids = new Set(all.map(({ _id }) => _id))
  expect([...acknowledged.ids].filter((id) => !acknowledged.removing.has(id) && !ids.has(id))).toEqual([])
  expect([...acknowledged.removed].filter((id) => ids.has(id))).toEqual([])
  const updated = all.filter(({ _id, pair }) => pair === undefined && acknowledged.ids.has(_id))
  expect(updated.filter(({ n, tags }) => n < 1000 || !tags.includes('z'))).toEqual([])
  const halves = new Map<string, number>()
  for (const { pair } of all) if (pair !== undefined) halves.set(pair, (halves.get(pair) ?? 0) + 1)
  expect([...halves].filter(([, count]) => count !== 2)).toEqual([])
  expect(await items.estimatedDocumentCount()).toBe(all.length)
  const tags = all.reduce((sum, item) => sum + item.tags.filter((tag) => tag === 'z').length, 0)
  expect(await items.find({ tags: 'z' }, { hint: { tags: 1 } }).toArray()).toHaveLength(tags)
  for (const hint of [{ n: 1 }, { tags: 1 }]) {
    const listed = await items.find({}, { hint }).toArray()
    expect(listed.map(({ _id }) => _id).toSorted()).toEqual([...ids].toSorted())
  }
}

describe('embedded database after a crash', () => {
  it(`loses no acknowledged write and keeps transactions atomic when it is killed with kill -9 in ${ROUNDS} rounds`, async () => {
    const acknowledged: Acknowledged = { ids: new Set(), removed: new Set(), removing: new Set() }
    for (let round = 0; round < ROUNDS; round++) {
      running = await startProcess(folder)
      const client = await connect(running.uri)
      const items = client.db('test').collection<Item>('items')
      await items.createIndex({ n: 1 })
      await items.createIndex({ tags: 1 })
      await checkEverything(items, acknowledged)
      const before = acknowledged.ids.size
      const workers = Array.from({ length: 8 }, (_, at) =>
        writeUntilCrash(client, `${round}.${at}`, acknowledged),
      )
      // Each worker starts to remove documents after six ids, so this is enough to acknowledge removals in every
      // round.
      const wanted = before + 60 + round * 7
      while (acknowledged.ids.size < wanted) await new Promise((resolve) => setImmediate(resolve))
      await running.kill('SIGKILL')
      await Promise.all(workers)
      await client.close(true)
    }
    running = await startProcess(folder)
    const client = await connect(running.uri)
    await checkEverything(client.db('test').collection<Item>('items'), acknowledged)
    await client.close()
    expect(acknowledged.removed.size).toBeGreaterThanOrEqual(ROUNDS)
    expect(await running.kill('SIGTERM')).toBe(0)
  }, 600_000)

  it('drops an index whose build was interrupted, and can build it again', async () => {
    running = await startProcess(folder)
    const first = await connect(running.uri)
    const before = first.db('test').collection<{ n: number }>('items')
    await before.insertMany(Array.from({ length: 5000 }, (_, n) => ({ n })))
    const build = before.createIndex({ n: 1 }).then(
      () => 'completed',
      () => 'interrupted',
    )
    await expect.poll(async () => (await before.indexes()).length, { interval: 1 }).toBe(2)
    await running.kill('SIGKILL')
    expect(await build).toBe('interrupted')
    await first.close(true)
    running = await startProcess(folder)
    const client = await connect(running.uri)
    const items = client.db('test').collection<{ n: number }>('items')
    expect(await items.indexes()).toHaveLength(1)
    await items.createIndex({ n: 1 })
    const listed = await items.find({}, { hint: { n: 1 } }).toArray()
    expect(listed.map(({ n }) => n)).toEqual(Array.from({ length: 5000 }, (_, n) => n))
    await client.close()
  })
})

describe('startServer', () => {
  it('rejects a folder that another process is using, and opens it after that process has ended', async () => {
    running = await startProcess(folder)
    await expect(startProcess(folder)).rejects.toThrow(/in use by another process/)
    await expect(startServer({ dataDir: folder })).rejects.toThrow(/in use by another process/)
    await running.kill('SIGKILL')
    running = await startProcess(folder)
  })

  it('rejects an address that is not a loopback address and mentions --allow-remote', async () => {
    await expect(startServer({ dataDir: folder, host: '0.0.0.0' })).rejects.toThrow(/--allow-remote/)
  })
})
