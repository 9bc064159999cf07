import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient, MongoServerError } from 'mongodb'
import { readIfThere, writePrivate } from './credentials/files.ts'
import { databaseUser, readPasswords, type PlatformFiles } from './credentials/make-credentials.ts'
import { startProcess, type ProcessHooks, type ProcessSpec } from './managed-process.ts'

export type MongodPlace = { port: number; dataDir: string; logFile: string; credentials: PlatformFiles }

export const mongodReplicaSet = 'wp'
const alreadyInitialized = 23

/**
 * The option of mongod and the embedded database that limits how long the locks of a killed process remain. The limit
 * is just above the longest transaction of a service with the default DATABASE_DEADLINE_MS.
 */
export const transactionLimit = ['--setParameter', 'transactionLifetimeLimitSeconds=10']

/**
 * Returns the process that runs mongod: a single-member replica set on loopback that only accepts the user in the
 * credentials.
 */
export const mongodProcess = (path: string, place: MongodPlace): ProcessSpec => {
  const { mongodKeyFile } = place.credentials
  // Members of a replica set authenticate with this key. A key file also makes mongod require passwords.
  writePrivate(mongodKeyFile, readIfThere(mongodKeyFile) ?? randomBytes(512).toString('base64'))
  return {
    ...openProcess(path, place),
    args: [...argsOf(place), '--keyFile', mongodKeyFile],
    ready: () => isOpenToUser(place),
  }
}

/**
 * Creates the database user if there is none yet, by briefly running mongod without a key file. With a key file, the
 * first user could be created on loopback, but the replica set configuration could not be read, which is necessary
 * after a port change.
 */
export const makeMongodUser = async (
  path: string,
  place: MongodPlace,
  hooks: ProcessHooks,
): Promise<void> => {
  if (readIfThere(place.credentials.mongodPassword) !== null) return
  const process = await startProcess(openProcess(path, place), hooks)
  await process.stop()
}

const openProcess = (path: string, place: MongodPlace): ProcessSpec => {
  mkdirSync(dataOf(place), { recursive: true })
  return {
    name: 'mongodb',
    command: path,
    args: argsOf(place),
    env: process.env,
    logFile: place.logFile,
    ready: () => hasUser(place),
  }
}

/** The subfolder of mongod's data. */
export const mongodFolder = 'mongod'

const dataOf = ({ dataDir }: MongodPlace): string => join(dataDir, mongodFolder)

const argsOf = (place: MongodPlace): string[] => {
  const options = {
    dbpath: dataOf(place),
    replSet: mongodReplicaSet,
    bind_ip: '127.0.0.1',
    port: `${place.port}`,
  }
  return [...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), ...transactionLimit]
}

/** Creates the replica set and the user; returns false until both exist. */
const hasUser = ({ port, credentials }: MongodPlace): Promise<boolean> =>
  withMongod(port, {}, async (client) => {
    if (!(await isPrimary(client, port))) return false
    const [pwd = ''] = readPasswords(credentials.databasePasswords)
    const admin = client.db('admin')
    const { users } = await admin.command({ usersInfo: databaseUser })
    const write = (users as unknown[]).length > 0 ? 'updateUser' : 'createUser'
    await admin.command({ [write]: databaseUser, pwd, roles: ['root'] })
    writePrivate(credentials.mongodPassword, pwd)
    return true
  })

/** Returns whether the user can log in; updates the password if it was rotated since the last start. */
const isOpenToUser = async ({ port, credentials }: MongodPlace): Promise<boolean> => {
  const passwords = readPasswords(credentials.databasePasswords)
  const [newest = ''] = passwords
  const before = readIfThere(credentials.mongodPassword) ?? newest
  for (const password of new Set([...passwords, before])) {
    const auth = { username: databaseUser, password }
    const isOpen = await withMongod(port, { auth }, async (client) => {
      if (!(await isPrimary(client, port))) return false
      if (password !== newest) await client.db('admin').command({ updateUser: databaseUser, pwd: newest })
      writePrivate(credentials.mongodPassword, newest)
      return true
    })
    if (isOpen) return true
  }
  return false
}

/** Runs `work` with a connection; returns false when mongod does not answer or rejects the login. */
const withMongod = async (
  port: number,
  options: { auth?: { username: string; password: string } },
  work: (client: MongoClient) => Promise<boolean>,
): Promise<boolean> => {
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 500, ...options })
  try {
    return await work(client)
  } catch {
    return false
  } finally {
    await client.close()
  }
}

/** Returns whether mongod is the primary; initiates the replica set on the first start. */
const isPrimary = async (client: MongoClient, port: number): Promise<boolean> => {
  const admin = client.db('admin')
  const hello = await admin.command({ hello: 1 })
  if (hello['isWritablePrimary'] === true) return true
  if (hello['setName']) return false
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
  try {
    await admin.command({ replSetInitiate: { _id: mongodReplicaSet, members } })
  } catch (error) {
    if (error instanceof MongoServerError && error.code === alreadyInitialized) await moveMember(client, port)
  }
  return false
}

/** Updates the address in the replica set configuration when the port has changed. */
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
