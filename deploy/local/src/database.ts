import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MongoClient, MongoServerError } from 'mongodb'
import type { ProcessSpec } from './managed-process.ts'
import { findProgram } from './programs.ts'

export type DatabaseSource =
  | { kind: 'given'; url: string }
  | { kind: 'mongod'; path: string }
  | { kind: 'embedded' }

const replicaSet = 'wp'
const alreadyInitialized = 23
const pingLimitMs = 5_000
const folders = { mongod: 'mongod', embedded: 'embedded-mongo' }

/** The given address, the machine's mongod, or the embedded engine; a folder that holds data already decides first. */
export const findDatabase = (env: NodeJS.ProcessEnv, dataDir: string): DatabaseSource => {
  const url = env['MONGODB_URL']
  if (url) return { kind: 'given', url }
  if (existsSync(join(dataDir, folders.embedded))) return { kind: 'embedded' }
  const mongod = findProgram('mongod', env['PATH'])
  return mongod ? { kind: 'mongod', path: mongod } : { kind: 'embedded' }
}

/** The address of the database, with the newest password where it asks for one. */
export const databaseUrl = (source: DatabaseSource, port: number, passwords: string): string => {
  if (source.kind === 'given') return source.url
  if (source.kind === 'embedded') {
    const [password = ''] = readFileSync(passwords, 'utf8').split('\n')
    return `mongodb://wp:${password}@127.0.0.1:${port}/?directConnection=true&authMechanism=SCRAM-SHA-256`
  }
  return `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`
}

/** How the database is run: on loopback, its files in the data folder; the embedded one asks for a password. */
export const databaseProcess = (
  source: Exclude<DatabaseSource, { kind: 'given' }>,
  {
    port,
    dataDir,
    logFile,
    passwords,
  }: { port: number; dataDir: string; logFile: string; passwords: string },
): ProcessSpec => {
  const files = join(dataDir, folders[source.kind])
  mkdirSync(files, { recursive: true })
  const watch = { answers: () => answersPing(port), everyMs: 10_000, misses: 3 }
  const shared = { name: 'mongodb', env: process.env, logFile, watch }
  if (source.kind === 'mongod') {
    const args = ['--dbpath', files, '--replSet', replicaSet, '--bind_ip', '127.0.0.1', '--port', `${port}`]
    return { ...shared, command: source.path, args, ready: () => isPrimary(port) }
  }
  const main = join(dirname(createRequire(import.meta.url).resolve('@wp/embedded-mongo')), 'main.ts')
  return {
    ...shared,
    command: process.execPath,
    args: [main, '--data', files, '--port', `${port}`, '--password-file', passwords],
    ready: 'announced',
  }
}

const answersPing = async (port: number): Promise<boolean> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: pingLimitMs,
    connectTimeoutMS: pingLimitMs,
    socketTimeoutMS: pingLimitMs,
  })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close(true)
  }
}

/** A mongod of ours is a replica set of one; it is made at the first start, and ready once it is primary. */
const isPrimary = async (port: number): Promise<boolean> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  })
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (hello['isWritablePrimary'] === true) return true
    if (!hello['setName']) {
      const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
      await admin.command({ replSetInitiate: { _id: replicaSet, members } })
    }
    return false
  } catch (error) {
    if (error instanceof MongoServerError && error.code === alreadyInitialized) await moveMember(client, port)
    return false
  } finally {
    await client.close()
  }
}

/** The set remembers its address; on another port than last time it has to be told the new one. */
const moveMember = async (client: MongoClient, port: number): Promise<void> => {
  const admin = client.db('admin')
  const config = (await client.db('local').collection('system.replset').findOne({})) as Record<
    string,
    unknown
  > | null
  if (!config) return
  const moved = {
    ...config,
    version: Number(config['version']) + 1,
    members: [{ _id: 0, host: `127.0.0.1:${port}` }],
  }
  await admin.command({ replSetReconfig: moved, force: true }).catch(() => undefined)
}
