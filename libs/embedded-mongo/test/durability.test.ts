import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseProcess, startProcess } from './database-process.ts'

const probe = spawnSync('strace', ['-f', '-e', 'trace=none', 'true'])
const hasStrace = probe.status === 0
if (!hasStrace) process.stderr.write('skipped: the fdatasync experiments need strace\n')

const DELAY_MS = 300
let folder: string
let running: DatabaseProcess | undefined
let client: MongoClient | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-sync-'))
})
afterEach(async () => {
  await client?.close(true)
  await running?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Creates the folder and its tables in advance, so that strace affects only the tested writes. */
async function prepare(): Promise<void> {
  running = await startProcess(folder)
  client = await MongoClient.connect(running.uri)
  await client.db('test').collection('items').insertOne({ prepared: true })
  await client.close()
  await running.kill('SIGTERM')
}

const strace = (...inject: string[]): string[] => [
  'strace',
  '-f',
  '-qq',
  '-o',
  join(folder, 'trace.txt'),
  '-e',
  'trace=fdatasync,fsync',
  ...inject.flatMap((what) => ['-e', `inject=${what}`]),
]

describe.runIf(hasStrace)('a write', () => {
  it('is acknowledged only after fdatasync, whether it is single, in a batch or in a transaction', async () => {
    await prepare()
    running = await startProcess(folder, strace(`fdatasync:delay_enter=${DELAY_MS * 1000}`))
    client = await MongoClient.connect(running.uri)
    const items = client.db('test').collection('items')
    const session = client.startSession()
    const writes: [string, () => Promise<unknown>][] = [
      ['insertOne', () => items.insertOne({ a: 1 })],
      ['updateOne', () => items.updateOne({ a: 1 }, { $inc: { a: 1 } })],
      ['findOneAndUpdate', () => items.findOneAndUpdate({ a: 2 }, { $set: { b: 1 } })],
      [
        'bulkWrite',
        () => items.bulkWrite([{ insertOne: { document: { c: 1 } } }, { deleteOne: { filter: { c: 1 } } }]),
      ],
      ['a transaction', () => session.withTransaction(() => items.insertOne({ d: 1 }, { session }))],
      ['createIndex', () => items.createIndex({ a: 1 })],
      ['drop', () => items.drop()],
    ]
    for (const [name, write] of writes) {
      const started = performance.now()
      await write()
      expect({ name, waited: performance.now() - started >= DELAY_MS - 5 }).toEqual({ name, waited: true })
    }
    await session.endSession()
  })

  it('is not acknowledged when fdatasync fails, and the process reports the failure and exits', async () => {
    await prepare()
    running = await startProcess(folder, strace('fdatasync:error=EIO:when=1+'))
    client = await MongoClient.connect(running.uri, { retryWrites: false, serverSelectionTimeoutMS: 500 })
    const items = client.db('test').collection<{ _id: string }>('items')
    // Opens the connections first, so that many writes are queued when the first commit fails.
    await Promise.all(Array.from({ length: 20 }, () => items.find().toArray()))
    const inserts = Array.from({ length: 20 }, (_, n) => items.insertOne({ _id: `lost ${n}` }))
    const settled = await Promise.allSettled(inserts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toEqual([])
    // Only some errors mention the commit: a write that is still opening a connection fails when the server closes
    // it.
    expect(settled.map((result) => String('reason' in result && result.reason)).join()).toMatch(/commit/i)
    const code = await running.kill('SIGCONT')
    expect(code).toBe(1)
    expect(running.stderr()).toMatch(/a commit failed/)
    await client.close(true)
    running = await startProcess(folder)
    client = await MongoClient.connect(running.uri)
    expect(await client.db('test').collection('items').countDocuments({ prepared: true })).toBe(1)
  })
})
