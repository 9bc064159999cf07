import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../src/index.ts'
import { Environment } from '../src/storage/environment.ts'
import { lockFolder } from '../src/storage/folder-lock.ts'
import { compact } from '../src/tools/compact.ts'
import { startProcess } from './database-process.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-damage-'))
  file = join(folder, 'data.mdb')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs `use` with a database on the folder, then stops the database. */
async function withDatabase<T>(use: (client: MongoClient) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir: folder })
  const client = await MongoClient.connect(server.uri)
  try {
    return await use(client)
  } finally {
    await client.close()
    await server.close()
  }
}

const fill = (count: number): Promise<unknown> =>
  withDatabase((client) =>
    client
      .db('test')
      .collection('items')
      .insertMany(Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(500) }))),
  )

const withCatalogue = async (change: (environment: Environment) => void): Promise<void> => {
  const environment = await Environment.open(folder, (error) => {
    throw error
  })
  await environment.write(() => change(environment))
  await environment.close()
}

const record = Buffer.from('ctest\0items')

describe('startServer with an existing data folder', () => {
  it('rejects a truncated file with instructions to run db import', async () => {
    await fill(2000)
    await truncate(file, Math.floor((await stat(file)).size / 2))
    await expect(startProcess(folder)).rejects.toThrow(
      /is damaged: data.mdb has only \d+ of \d+ bytes.*db import/,
    )
  })

  it('rejects a file that is not a database', async () => {
    await writeFile(file, Buffer.alloc(100_000, 'x'))
    await expect(startServer({ dataDir: folder })).rejects.toThrow(
      /is damaged: data.mdb has an invalid header/,
    )
  })

  it('rejects a damaged catalog record with instructions to run db import', async () => {
    await fill(10)
    await withCatalogue((environment) => {
      const bytes = Buffer.from(environment.get('catalogue', record)!)
      bytes[bytes.length - 20]! ^= 1
      environment.put('catalogue', record, bytes)
    })
    await expect(startServer({ dataDir: folder })).rejects.toThrow(
      /test.items has an invalid checksum.*db import/,
    )
  })

  it('rejects data in a newer format', async () => {
    await fill(10)
    await withCatalogue((environment) =>
      environment.put('catalogue', Buffer.from('f'), Buffer.from([0, 0, 0, 9])),
    )
    await expect(startServer({ dataDir: folder })).rejects.toThrow(
      /^The data has format 9, but this version supports formats up to 1/,
    )
  })

  it('opens data in an older format, and opens it again after a restart', async () => {
    await fill(10)
    await withCatalogue((environment) => {
      environment.put('catalogue', record, Buffer.from(environment.get('catalogue', record)!.subarray(4)))
      environment.remove('catalogue', Buffer.from('f'))
    })
    for (let round = 0; round < 2; round++) {
      const count = await withDatabase((client) => client.db('test').collection('items').countDocuments({}))
      expect(count).toBe(10)
    }
  })
})

describe('startServer with a nearly full disk', () => {
  it('accepts deletes and reads, and rejects other writes with 14031 until space is free again', async () => {
    let free = 1e12
    const server = await startServer({ dataDir: folder, freeBytes: async () => free })
    const client = await MongoClient.connect(server.uri)
    const items = client.db('test').collection<{ _id: number }>('items')
    try {
      await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
      await items.createIndex({ b: 1 })
      free = 1000
      await expect
        .poll(() =>
          items.insertOne({ _id: 9 }).then(
            () => items.deleteOne({ _id: 9 }),
            (e: { code: number }) => e.code,
          ),
        )
        .toBe(14031)
      await expect(items.updateOne({ _id: 1 }, { $set: { a: 1 } })).rejects.toMatchObject({ code: 14031 })
      await expect(items.createIndex({ a: 1 })).rejects.toMatchObject({ code: 14031 })
      expect(await items.createIndex({ b: 1 })).toBe('b_1')
      await items.deleteOne({ _id: 1 })
      expect(await items.findOneAndDelete({ _id: 2 })).toEqual({ _id: 2 })
      expect(await items.find().toArray()).toEqual([{ _id: 3 }])
      free = 1e12
      await items.insertOne({ _id: 1 })
    } finally {
      await client.close()
      await server.close()
    }
  })

  it('accepts writes again after documents are deleted, because writes reuse the space in the file', async () => {
    let free = 1e12
    const server = await startServer({ dataDir: folder, freeBytes: async () => free, reserveBytes: 500_000 })
    const client = await MongoClient.connect(server.uri)
    const items = client.db('test').collection<{ _id: number; text: string }>('items')
    const add = (id: number) => items.insertOne({ _id: id, text: 'x'.repeat(20_000) })
    try {
      for (let id = 0; id < 100; id++) await add(id)
      free = 0
      const code = (error: { code: number }): number => error.code
      await expect.poll(() => add(1000).then(() => items.deleteOne({ _id: 1000 }), code)).toBe(14031)
      await expect(add(1000)).rejects.toThrow(
        /Free disk space, delete data, or stop the database and compact/,
      )
      await items.deleteMany({ _id: { $lt: 80 } })
      await add(1000)
      expect(await items.countDocuments()).toBe(21)
    } finally {
      await client.close()
      await server.close()
    }
  })
})

describe('lockFolder', () => {
  it.each(['linux', 'darwin'] as const)(
    'lets only one process lock a folder on %s, until it unlocks the folder or is killed with kill -9',
    async (platform) => {
      const module = new URL('../src/storage/folder-lock.ts', import.meta.url).href
      const script = `import(${JSON.stringify(module)}).then(async ({ lockFolder }) => {
      await lockFolder(${JSON.stringify(folder)}, '${platform}'); console.log('held'); setInterval(() => {}, 1000) })`
      const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(holder.stdout, 'data')
      await expect(lockFolder(folder, platform)).rejects.toThrow(/in use by another process/)
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      const unlock = await lockFolder(folder, platform)
      await expect(lockFolder(folder, platform)).rejects.toThrow(/in use/)
      await unlock()
      await (
        await lockFolder(folder, platform)
      )()
    },
  )
})

describe('compact', () => {
  it('shrinks the file of a stopped database and keeps its data', async () => {
    await fill(3000)
    await withDatabase((client) =>
      client
        .db('test')
        .collection('items')
        .deleteMany({ n: { $gte: 10 } }),
    )
    const { before, after } = await compact(folder)
    expect(after).toBeLessThan(before / 4)
    expect((await readFile(file)).length).toBe(after)
    expect(await withDatabase((client) => client.db('test').collection('items').countDocuments({}))).toBe(10)
  })

  it('rejects the folder of a running database', async () => {
    await withDatabase(async () => {
      await expect(compact(folder)).rejects.toThrow(/in use by another process/)
    })
  })
})
