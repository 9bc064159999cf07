import { execFile } from 'node:child_process'
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServer, type RunningServer } from '@wp/embedded-mongo'
import { sumDatabase } from '@wp/embedded-mongo/tools'
import { systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { Binary, Long, MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBackup, type Manifest } from '../src/backup/backup.ts'
import { listFiles, sumFolder } from '../src/backup/folders.ts'
import { restoreBackup } from '../src/backup/restore.ts'

let scratch = ''
let server: RunningServer
let client: MongoClient
const inScratch = (name: string) => join(scratch, name)

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'wp-backup-'))
  server = await startServer({ dataDir: inScratch('data'), enableTestCommands: true })
  client = await MongoClient.connect(server.uri)
})
afterEach(async () => {
  await client.close()
  await server.close()
  rmSync(scratch, { recursive: true, force: true })
})

const options = (folder: string, uploads: string | null = inScratch('uploads')) => ({
  uri: server.uri,
  prefix: 'wp_',
  folder: inScratch(folder),
  uploads,
  snapshot: true,
})

const fill = async (): Promise<void> => {
  const clients = client.db('wp_scheduling').collection('clients')
  await clients.createIndex({ workspaceId: 1, email: 1 }, { unique: true })
  await clients.insertMany(
    Array.from({ length: 700 }, (_, at) => ({ workspaceId: 'w', email: `${at}@x`, n: Long.fromNumber(at) })),
  )
  await client
    .db('wp_pos')
    .collection('invoices')
    .insertOne({ total: 5, bytes: new Binary(Buffer.from([0, 255])) })
  await client.db('another').collection('things').insertOne({ not: 'ours' })
  mkdirSync(inScratch('uploads/scheduling/files'), { recursive: true })
  writeFileSync(inScratch('uploads/scheduling/files/a.pdf'), Buffer.alloc(100_000, 7))
}

const failWith = (mode: object | 'alwaysOn' | 'off', ...failCommands: string[]) =>
  client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode,
    ...(mode !== 'off' && { data: { failCommands, errorCode: 8000 } }),
  })
const state = async () => [await sumDatabase(server.uri), await sumFolder(inScratch('uploads'))]

describe('wp backup and restore', () => {
  it('restores lost and changed data with the same checksums, indexes and files', async () => {
    await fill()
    const before = [await sumDatabase(server.uri), await sumFolder(inScratch('uploads'))]
    await makeBackup(options('backup'))
    await client.db('wp_pos').dropDatabase()
    await client
      .db('wp_scheduling')
      .collection('clients')
      .updateOne({ email: '1@x' }, { $set: { n: 0 } })
    await client.db('wp_labs').collection('tests').insertOne({ made: 'later' })
    rmSync(inScratch('uploads'), { recursive: true })
    await restoreBackup({ ...options('backup'), replace: true })
    expect([await sumDatabase(server.uri), await sumFolder(inScratch('uploads'))]).toEqual(before)
    const indexes = await client.db('wp_scheduling').collection('clients').indexes()
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { workspaceId: 1, email: 1 }, unique: true }),
    )
  })

  it('backs up a consistent state while data is being written', async () => {
    const [one, other] = [client.db('wp_pos').collection('a'), client.db('wp_finance').collection('b')]
    await one.insertMany(Array.from({ length: 300 }, () => ({ amount: 1 })))
    await other.insertOne({ amount: 0 })
    let isOver = false
    let moved = 0
    const move = async (): Promise<void> => {
      while (!isOver)
        await client.withSession((session) =>
          session.withTransaction(async () => {
            await one.updateOne({}, { $inc: { amount: -1 } }, { session })
            await other.updateOne({}, { $inc: { amount: 1 } }, { session })
            moved += 1
          }),
        )
    }
    const moving = move()
    await expect.poll(() => moved).toBeGreaterThan(5)
    const before = moved
    await makeBackup(options('backup', null))
    await expect.poll(() => moved).toBeGreaterThan(before)
    isOver = true
    await moving
    const amounts = globSync('database/**/*.jsonl', { cwd: inScratch('backup') }).flatMap((file) =>
      [
        ...readFileSync(inScratch(`backup/${file}`), 'utf8').matchAll(/"amount":\{"\$numberInt":"(-?\d+)"/g),
      ].map(([, amount]) => Number(amount)),
    )
    expect(amounts).toHaveLength(301)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(300)
  })

  it('rejects a damaged or incomplete backup without changing any data, and does not overwrite a backup', async () => {
    await fill()
    await makeBackup(options('backup'))
    const before = await sumDatabase(server.uri)
    appendFileSync(inScratch('backup/database/wp_pos/invoices.jsonl'), '\n')
    const restoring = () => restoreBackup({ ...options('backup'), replace: true })
    await expect(restoring()).rejects.toThrow('The backup is damaged: database/wp_pos/invoices.jsonl')
    rmSync(inScratch('backup/manifest.json'))
    await expect(restoring()).rejects.toThrow('is not a complete backup')
    expect(await sumDatabase(server.uri)).toEqual(before)
    await expect(makeBackup(options('backup'))).rejects.toThrow('is not empty')
  })

  it('does not replace existing data or files without the replace option', async () => {
    await fill()
    await makeBackup(options('backup'))
    await expect(restoreBackup({ ...options('backup'), replace: false })).rejects.toThrow(
      'Data already exists',
    )
    await client.db('wp_pos').dropDatabase()
    await client.db('wp_scheduling').dropDatabase()
    await expect(restoreBackup({ ...options('backup'), replace: false })).rejects.toThrow(
      'Data already exists',
    )
    rmSync(inScratch('uploads'), { recursive: true })
    await restoreBackup({ ...options('backup'), replace: false })
    expect(listFiles(inScratch('uploads'))).toEqual(['scheduling/files/a.pdf'])
  })

  it('refuses to replace data while a service is connected or a job holds a lease', async () => {
    await fill()
    await makeBackup(options('backup'))
    const before = await sumDatabase(server.uri)
    const restoring = () => restoreBackup({ ...options('backup'), replace: true })
    const service = await MongoClient.connect(server.uri, { appName: 'wp_pos' })
    await expect(restoring()).rejects.toThrow('Services are connected to the database (wp_pos)')
    await service.close()
    const leases = client.db('wp_finance').collection('leases')
    await leases.insertOne({ name: 'job', until: new Date(Date.now() + 60_000), isKept: false })
    await expect(restoring()).rejects.toThrow('Services are connected to the database (wp_finance)')
    const [until, busyUntil] = [new Date(Date.now() + 60_000), new Date(Date.now() + 50_000)]
    await leases.updateOne({ name: 'job' }, { $set: { until, isKept: true, busyUntil } })
    await expect(restoring()).rejects.toThrow('Services are connected to the database (wp_finance)')
    await leases.drop()
    expect(await sumDatabase(server.uri)).toEqual(before)
  })

  it('ignores leases that are kept until the next run, and those of a clock that was ahead', async () => {
    await fill()
    await makeBackup(options('backup'))
    const leases = client.db('wp_finance').collection('leases')
    await leases.insertMany([
      { name: 'rotate-keys', until: new Date(Date.now() + 50 * 60_000), isKept: true },
      { name: 'relay', until: new Date(Date.now() + 50_000), isKept: true },
      {
        name: 'steps',
        until: new Date(Date.now() + 50_000),
        isKept: true,
        busyUntil: new Date(Date.now() + 2000),
      },
      { name: 'recurring', until: new Date(Date.now() + 31 * 24 * 3_600_000), isKept: false },
    ])
    await restoreBackup({ ...options('backup'), replace: true })
    expect(await leases.countDocuments()).toBe(0)
  })

  it('restores without a snapshot, which could expire while a large database is read', async () => {
    await fill()
    await makeBackup(options('backup'))
    const before = await state()
    await failWith('alwaysOn', 'setParameter')
    await expect(makeBackup(options('another'))).rejects.toThrow('failCommand')
    await restoreBackup({ ...options('backup'), replace: true })
    await expect(restoreBackup({ ...options('backup'), replace: false })).rejects.toThrow(
      'Data already exists',
    )
    await failWith('off')
    expect(await state()).toEqual(before)
  })

  it('compares restored documents before a TTL index removes expired ones', async () => {
    const holds = client.db('wp_pos').collection('holds')
    await holds.insertMany([{ until: new Date(0) }, { until: new Date(Date.now() + 3_600_000) }])
    await makeBackup(options('backup'))
    const indexes = inScratch('backup/database/wp_pos/holds.indexes.json')
    const ttl = { v: 2, key: { until: 1 }, name: 'until_1', expireAfterSeconds: 0 }
    writeFileSync(indexes, JSON.stringify([ttl]))
    const manifest = JSON.parse(readFileSync(inScratch('backup/manifest.json'), 'utf8')) as Manifest
    const { 'manifest.json': _, ...files } = await sumFolder(inScratch('backup'))
    writeFileSync(inScratch('backup/manifest.json'), JSON.stringify({ ...manifest, files }))
    await server.close()
    server = await startServer({ dataDir: inScratch('data'), expiryIntervalMs: 5 })
    await client.close()
    client = await MongoClient.connect(server.uri)
    for (let round = 0; round < 5; round += 1) await restoreBackup({ ...options('backup'), replace: true })
    expect(await client.db('wp_pos').collection('holds').indexes()).toContainEqual(
      expect.objectContaining({ name: 'until_1' }),
    )
  })

  /** Makes a backup of three collections; at the restore, one of them is missing and another one is new. */
  const backUpAndChange = async () => {
    await fill()
    await client.db('wp_pos').collection('receipts').insertOne({ removed: 'later' })
    await makeBackup(options('backup'))
    const backedUp = await state()
    await client.db('wp_pos').collection('receipts').drop()
    await client.db('wp_labs').collection('tests').insertOne({ made: 'later' })
    writeFileSync(inScratch('uploads/new.pdf'), 'made later')
    return backedUp
  }

  it.each([
    ['insert', 1],
    ['createIndexes', 0],
    ...[0, 1, 2, 3, 4, 5].map((skip) => ['renameCollection', skip] as const),
    ...[0, 1, 2, 3, 4].map((skip) => ['create', skip] as const),
  ] as const)(
    'leaves everything unchanged when the command %s fails after %i successes',
    async (command, skip) => {
      await backUpAndChange()
      const before = await state()
      await failWith({ skip, times: 1 }, command)
      await expect(restoreBackup({ ...options('backup'), replace: true })).rejects.toThrow('failCommand')
      expect(await state()).toEqual(before)
    },
  )

  it('is complete when only the replaced data could not be removed, and removes it the next time', async () => {
    const backedUp = await backUpAndChange()
    await failWith({ skip: 4, times: 1 }, 'drop')
    const restoring = () => restoreBackup({ ...options('backup'), replace: false })
    const failing = restoreBackup({ ...options('backup'), replace: true })
    await expect(failing).rejects.toThrow('The restore is complete')
    await expect(restoring()).rejects.toThrow('Data already exists')
    expect(await state()).toEqual(backedUp)
  })

  it.each([1, 3, 5])(
    'keeps services from starting after it was interrupted with %i collections renamed, until it is run again',
    async (skip) => {
      const backedUp = await backUpAndChange()
      await failWith({ skip }, 'renameCollection')
      const restoring = () => restoreBackup({ ...options('backup'), replace: true })
      await expect(restoring()).rejects.toThrow('could not be undone')
      const start = (name: string) =>
        openDatabase({
          url: server.uri,
          name,
          clock: systemClock,
          logger: createLogger({ service: 'test', level: 'silent' }),
          metrics: createMetrics('test'),
          collections: [],
        })
      for (const name of ['wp_labs', 'wp_pos', 'wp_scheduling'])
        await expect(start(name)).rejects.toThrow('run wp restore again')
      await expect(makeBackup(options('half'))).rejects.toThrow('A restore has not finished')
      await failWith('off')
      await restoring()
      expect(await state()).toEqual(backedUp)
      await (await start('wp_pos')).close()
    },
  )

  it('does not replace data when a service starts during the restore', async () => {
    await backUpAndChange()
    const before = await state()
    await client.db('admin').command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: ['createIndexes'], blockConnection: true, blockTimeMS: 2000 },
    })
    const restoring = restoreBackup({ ...options('backup'), replace: true })
    const listStaged = () =>
      client
        .db('wp_pos')
        .listCollections({ name: /^restoring/ })
        .toArray()
    await expect.poll(listStaged, { interval: 20 }).toHaveLength(2)
    const service = await MongoClient.connect(server.uri, { appName: 'wp_pos' })
    await expect(restoring).rejects.toThrow('Services are connected to the database (wp_pos)')
    await service.close()
    expect(await state()).toEqual(before)
  })

  const run = promisify(execFile)
  const wp = join(import.meta.dirname, '../../../tools/wp/main.ts')

  it('uses the database of npm start when MONGODB_URL is not set, unless the platform is running', async () => {
    const dataDir = inScratch('platform')
    const env = { ...process.env, MONGODB_URL: '', MONGODB_URL_FILE: '' }
    // Each command runs in its own process, because a process locks its data folder.
    const call = (command: string) =>
      run(process.execPath, [wp, command, inScratch('out'), '--data', dataDir], { env })
    const withPlatform = async <Result>(work: (uri: string) => Promise<Result>): Promise<Result> => {
      const platform = await startPlatform({ dataDir, services: [], env: { MONGODB_URL: '' } })
      try {
        return await work(platform.mongoUrl)
      } finally {
        await platform.stop()
      }
    }
    const before = await withPlatform(async (uri) => {
      const own = await MongoClient.connect(uri)
      await own.db('wp_identity').collection('accounts').insertOne({ email: 'owner@shop.example' })
      await own.close()
      mkdirSync(join(dataDir, 'services/pos'), { recursive: true })
      writeFileSync(join(dataDir, 'services/pos/receipt'), 'receipt')
      await expect(call('backup')).rejects.toThrow('The platform is already running')
      return sumDatabase(uri)
    })
    expect((await call('backup')).stdout).toContain('1 documents')
    rmSync(join(dataDir, 'embedded-mongo'), { recursive: true })
    rmSync(join(dataDir, 'services'), { recursive: true })
    expect((await call('restore')).stdout).toContain('all checksums match')
    expect(await withPlatform((uri) => sumDatabase(uri))).toEqual(before)
    expect(readFileSync(join(dataDir, 'services/pos/receipt'), 'utf8')).toBe('receipt')
  })
})
