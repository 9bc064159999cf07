import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collection, openDatabase } from '../src/index.ts'
import type { Database } from '../src/index.ts'

const orders = collection<{ label: string }>('orders', 'Order', { label: String }, [
  { keys: { workspaceId: 1, label: 1 } },
])

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
let admin: mongo.MongoClient
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wp-mongo-'))
  server = await startServer({ dataDir: folder, enableTestCommands: true })
  admin = await mongo.MongoClient.connect(server.uri)
  db = await openDatabase({
    url: server.uri,
    name: 'write_concern',
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections: [orders],
    operationMs: 1000,
  })
})
afterAll(async () => {
  await db?.close()
  await admin?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => fail('off'))

/**
 * Makes commands succeed on the primary but fail to reach a majority: the reply contains both the results and
 * an error.
 */
const fail = (mode: object | string, ...failCommands: string[]) =>
  admin.db('admin').command({
    configureFailPoint: 'failCommand',
    mode,
    ...(mode !== 'off' && {
      data: { failCommands, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } },
    }),
  })

const writes: [string, string, () => Promise<unknown>][] = [
  ['insert', 'insert', () => db.tenant(orders)(newId()).insert({ label: 'a' })],
  [
    'insertMany',
    'insert',
    () =>
      db
        .tenant(orders)(newId())
        .insertMany([{ label: 'a' }]),
  ],
  ['updateMany', 'update', () => db.tenant(orders)(newId()).updateMany({}, { label: 'b' })],
  ['upsert', 'findAndModify', () => db.tenant(orders)(newId()).upsert({ label: 'a' }, { label: 'a' })],
  ['removeIf', 'findAndModify', () => db.tenant(orders)(newId()).removeIf({ label: 'a' })],
  [
    'a transaction',
    'commitTransaction',
    () => db.transaction(() => db.tenant(orders)(newId()).insert({ label: 'a' })),
  ],
]

describe('a write that a majority has not confirmed', () => {
  it.each(writes)('is reported as unavailable by %s', async (_, command, write) => {
    await fail('alwaysOn', command)
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('is confirmed by repeating the commit', async () => {
    const workspaceId = newId()
    await fail({ times: 1 }, 'commitTransaction')
    await db.transaction(() => db.tenant(orders)(workspaceId).insert({ label: 'a' }))
    expect(await db.tenant(orders)(workspaceId).count()).toBe(1)
  })
})
