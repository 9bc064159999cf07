import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MongoClient } from 'mongodb'
import { databaseUser, readPasswords, type PlatformFiles } from './credentials/make-credentials.ts'
import type { ProcessHooks, ProcessSpec } from './managed-process.ts'
import {
  makeMongodUser,
  mongodFolder,
  mongodProcess,
  mongodReplicaSet,
  transactionLimit,
  type MongodPlace,
} from './mongod.ts'
import { findProgram } from './programs.ts'

export type DatabaseSource =
  | { kind: 'given'; url: string }
  | { kind: 'mongod'; path: string }
  | { kind: 'embedded' }

export type OwnDatabase = Exclude<DatabaseSource, { kind: 'given' }>

const pingLimitMs = 5_000
const embeddedFolder = 'embedded-mongo'

/**
 * Returns MONGODB_URL, a local mongod or the embedded database, in this order, except that a data folder with an
 * embedded database keeps using it. Throws when the folder contains mongod's data but mongod is not on the PATH.
 */
export const findDatabase = (env: NodeJS.ProcessEnv, dataDir: string): DatabaseSource => {
  const url = env['MONGODB_URL']
  if (url) return { kind: 'given', url }
  if (existsSync(join(dataDir, embeddedFolder))) return { kind: 'embedded' }
  const mongod = findProgram('mongod', env['PATH'])
  if (mongod) return { kind: 'mongod', path: mongod }
  if (existsSync(join(dataDir, mongodFolder)))
    throw new Error(
      `${dataDir} contains data of mongod, which is not on the PATH. Install it, set MONGODB_URL, or use another folder.`,
    )
  return { kind: 'embedded' }
}

/** Returns the database URL, with the newest password if the database is local. */
export const databaseUrl = (source: DatabaseSource, port: number, credentials: PlatformFiles): string => {
  if (source.kind === 'given') return source.url
  const [password = ''] = readPasswords(credentials.databasePasswords)
  const server = `mongodb://${databaseUser}:${password}@127.0.0.1:${port}`
  return source.kind === 'embedded'
    ? `${server}/?directConnection=true&authMechanism=SCRAM-SHA-256`
    : `${server}/?replicaSet=${mongodReplicaSet}`
}

/** Creates the database user if mongod does not have one yet. Must run before `databaseProcess`. */
export const prepareDatabase = async (
  source: OwnDatabase,
  place: MongodPlace,
  hooks: ProcessHooks,
): Promise<void> => {
  if (source.kind === 'mongod') await makeMongodUser(source.path, place, hooks)
}

/**
 * Returns the process that runs the database: on loopback, with its files in the data folder and a password.
 * `nodeOptions` are for the embedded database.
 */
export const databaseProcess = (
  source: OwnDatabase,
  place: MongodPlace,
  nodeOptions: string[] = [],
): ProcessSpec => {
  const { port, dataDir, logFile, credentials } = place
  const watch = { answers: () => answersPing(port), everyMs: 10_000, misses: 3 }
  if (source.kind === 'mongod') return { ...mongodProcess(source.path, place), watch }
  const main = join(dirname(createRequire(import.meta.url).resolve('@wp/embedded-mongo')), 'main.ts')
  const files = join(dataDir, embeddedFolder)
  return {
    name: 'mongodb',
    command: process.execPath,
    args: [
      ...nodeOptions,
      main,
      '--data',
      files,
      '--port',
      `${port}`,
      '--password-file',
      credentials.databasePasswords,
      ...transactionLimit,
    ],
    env: process.env,
    logFile,
    ready: 'announced',
    watch,
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
