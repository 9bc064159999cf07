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

/** How a mongod of this machine is run: a replica set of one on loopback, for the user of the credentials only. */
export const mongodProcess = (path: string, place: MongodPlace): ProcessSpec => {
  const { mongodKeyFile } = place.credentials
  // Members of a replica set prove to each other with it who they are; to have one is what makes mongod ask for passwords.
  writePrivate(mongodKeyFile, readIfThere(mongodKeyFile) ?? randomBytes(512).toString('base64'))
  return {
    ...openProcess(path, place),
    args: [...argsOf(place), '--keyFile', mongodKeyFile],
    ready: () => isOpenToUser(place),
  }
}

/**
 * Gives the mongod of a data folder its user: a new one, and one that was made before mongod asked for passwords. For that
 * it runs without a key file, and ends again. (As long as there is no user, one with a key file lets the first be made on
 * loopback, but not read where the replica set is, which has to be known when the port is another than last time.)
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

const dataOf = ({ dataDir }: MongodPlace): string => join(dataDir, 'mongod')

const argsOf = (place: MongodPlace): string[] => {
  const options = {
    dbpath: dataOf(place),
    replSet: mongodReplicaSet,
    bind_ip: '127.0.0.1',
    port: `${place.port}`,
  }
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}

/** Makes the replica set and the user; false until both are there. */
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

/** True when the user can log in; a password that was replaced since the last start is replaced here, too. */
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

/** False, too, while it does not answer or refuses the login. */
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

/** A mongod of ours is a replica set of one; it is made at the first start. */
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
