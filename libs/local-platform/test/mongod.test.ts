import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeCredentials, platformFiles, readPasswords } from '../src/credentials/make-credentials.ts'
import { databaseProcess, databaseUrl, prepareDatabase } from '../src/database.ts'
import { startProcess } from '../src/managed-process.ts'
import { createPortAllocator } from '../src/ports.ts'

const hooks = { onCrash: () => undefined }
let place: Parameters<typeof databaseProcess>[1]
let source: { kind: 'mongod'; path: string }

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-mongod-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const path = join(dataDir, 'mongod.sh')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${import.meta.dirname}/mongod.child.ts' "$@"\n`)
  chmodSync(path, 0o755)
  source = { kind: 'mongod', path }
  const credentials = platformFiles(join(dataDir, 'credentials'))
  const port = await createPortAllocator()('free')
  place = { port, dataDir, logFile: join(dataDir, 'mongodb.log'), credentials }
  await makePasswords()
})

const makePasswords = (rotate = false) =>
  makeCredentials({ folder: join(place.dataDir, 'credentials'), declarations: new Map(), rotate })

const runsWithKeyFile = (): boolean[] =>
  readFileSync(join(place.dataDir, 'mongod/runs'), 'utf8')
    .trim()
    .split('\n')
    .map((run) => run.includes('--keyFile'))

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

/** Runs the database the same way as `npm start`. */
const whileRunning = async (work: () => Promise<void>): Promise<void> => {
  await prepareDatabase(source, place, hooks)
  const database = await startProcess(databaseProcess(source, place), hooks)
  try {
    await work()
  } finally {
    await database.stop()
  }
}

const withThings = async <Result>(
  password: string | null,
  work: (things: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<Result>,
): Promise<Result> => {
  const user = password === null ? '' : `wp:${password}@`
  const client = new MongoClient(`mongodb://${user}127.0.0.1:${place.port}/?directConnection=true`)
  try {
    return await work(client.db('wp_shop').collection('things'))
  } finally {
    await client.close()
  }
}

describe('prepareDatabase and databaseProcess', () => {
  it('requires a password from the first start, accepts only the newest one after a rotation, and keeps it in private files', async () => {
    const { databasePasswords, mongodKeyFile, mongodPassword } = place.credentials
    const [first = ''] = readPasswords(databasePasswords)
    await whileRunning(async () => {
      expect(databaseUrl(source, place.port, place.credentials)).toContain(`//wp:${first}@`)
      await expect(withThings(null, (things) => things.countDocuments())).rejects.toMatchObject({ code: 13 })
      await withThings(first, (things) => things.insertOne({ name: 'kept' }))
    })
    // The password is rotated twice while mongod is stopped, so mongod knows neither of the passwords in the file.
    await makePasswords(true)
    await makePasswords(true)
    const [newest = ''] = readPasswords(databasePasswords)
    await whileRunning(async () => {
      expect(await withThings(newest, (things) => things.countDocuments())).toBe(1)
      await expect(withThings(first, (things) => things.countDocuments())).rejects.toMatchObject({ code: 18 })
    })
    expect(runsWithKeyFile()).toEqual([false, true, true])
    expect([mongodKeyFile, mongodPassword].map(modeOf)).toEqual(['600', '600'])
    expect(modeOf(join(mongodKeyFile, '..'))).toBe('700')
  })

  it('limits transactions to 10 s, with and without a password', async () => {
    await whileRunning(async () => undefined)
    const runs = readFileSync(join(place.dataDir, 'mongod/runs'), 'utf8')
    expect(runs.match(/"--setParameter","transactionLifetimeLimitSeconds=10"/g)).toHaveLength(2)
  })

  it('keeps the data of a mongod that ran without a password, and requires one from then on', async () => {
    mkdirSync(join(place.dataDir, 'mongod'))
    const args = [
      '--dbpath',
      join(place.dataDir, 'mongod'),
      '--port',
      `${place.port}`,
      '--bind_ip',
      '127.0.0.1',
    ]
    const ready = () =>
      withThings(null, (things) => things.countDocuments()).then(
        () => true,
        () => false,
      )
    const spec = { name: 'before', command: source.path, args, logFile: place.logFile, ready }
    const before = await startProcess(spec, hooks)
    await withThings(null, (things) => things.insertOne({ name: 'old' }))
    await before.stop()
    expect(existsSync(place.credentials.mongodPassword)).toBe(false)
    await whileRunning(async () => {
      const [password = ''] = readPasswords(place.credentials.databasePasswords)
      expect(await withThings(password, (things) => things.countDocuments({ name: 'old' }))).toBe(1)
      await expect(withThings(null, (things) => things.countDocuments())).rejects.toMatchObject({ code: 13 })
    })
  })
})
