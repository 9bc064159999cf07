import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { busPermissions } from '@wp/bus/permissions'
import { toNatsUser, newNatsSeed } from '@wp/bus/users'
import { callersOf, credentialFiles, newServiceKey, toPublicKey } from '@wp/credentials/setup'
import type { RpcCallers, ServiceDeclaration, ServicePublicKey } from '@wp/credentials/setup'
import { readIfThere, writePrivate } from './files.ts'

/** Where the credentials of a platform lie. Beside them each service has a folder of its own, by its name. */
export const platformFiles = (folder: string) => ({
  /** Users of NATS with their permissions; no secrets. Included in, or given as, the server's configuration. */
  natsUsers: join(folder, 'nats-users.conf'),
  /** The seed of the user of NATS who may do everything, for people. */
  operatorSeed: join(folder, 'operator', credentialFiles.natsSeed),
  /** The passwords of the database that runs here, the newest first. */
  databasePasswords: join(folder, 'database-passwords'),
  /** What a mongod of this machine asks for passwords by, and the password that its user has now. */
  mongodKeyFile: join(folder, 'mongod', 'key-file'),
  mongodPassword: join(folder, 'mongod', 'password'),
})

export type PlatformFiles = ReturnType<typeof platformFiles>

/** The user of the database that runs here. */
export const databaseUser = 'wp'

/** The passwords of a file, the newest first. */
export const readPasswords = (file: string): string[] => toPasswords(readFileSync(file, 'utf8'))

const toPasswords = (text: string): string[] => text.split('\n').filter((line) => line !== '')

export type Making = {
  folder: string
  declarations: ReadonlyMap<string, ServiceDeclaration>
  /** Makes new keys and passwords, and leaves the ones before valid beside them; those before these end. */
  rotate?: boolean
  /** Called when NATS has to read its users again, before anybody connects as a new one. */
  reloadNats?: () => Promise<void> | void
}

/** What others are told of each service: the key in use first, then the one before. */
type Published = Record<string, { rpcKeys: ServicePublicKey[]; natsUsers: string[] }>

const operator = 'operator'

/**
 * Makes what is missing of the credentials of all services, and what is derived from their declarations. What others
 * have to know comes first, the new secrets last: at no moment is one in use that the others refuse.
 */
export const makeCredentials = async ({
  folder,
  declarations,
  rotate = false,
  reloadNats,
}: Making): Promise<void> => {
  const publishedFile = join(folder, 'public-keys.json')
  const before = JSON.parse(readIfThere(publishedFile) ?? '{}') as Published
  const published: Published = {}
  const secrets: [file: string, content: string][] = []
  /** The secret to be used from now on, and before it the one in use; gives what others are told of the two. */
  const keepOrMake = <Public>(
    path: string,
    make: () => string,
    toPublic: (secret: string) => Public,
    known: Public[] = [],
  ): Public[] => {
    const current = readIfThere(path)
    const next = rotate || current === null ? make() : current
    secrets.push([path, next])
    const all = [toPublic(next), ...(current === null ? [] : [toPublic(current)]), ...known]
    const isFirst = (one: Public, at: number) => all.findIndex((each) => isDeepStrictEqual(each, one)) === at
    return all.filter(isFirst).slice(0, 2)
  }
  for (const name of [...declarations.keys(), operator]) {
    const known = before[name]
    const [keyFile, seedFile] = [fileOf(folder, name, 'rpcKey'), fileOf(folder, name, 'natsSeed')]
    published[name] = {
      rpcKeys: name === operator ? [] : keepOrMake(keyFile, newServiceKey, toPublicKey, known?.rpcKeys),
      natsUsers: keepOrMake(seedFile, newNatsSeed, toNatsUser, known?.natsUsers),
    }
  }
  const files = platformFiles(folder)
  writePrivate(publishedFile, `${JSON.stringify(published, null, 2)}\n`)
  for (const name of declarations.keys())
    writePrivate(fileOf(folder, name, 'rpcCallers'), toCallersFile(declarations, published, name))
  writePrivate(files.natsUsers, toNatsUsers(declarations, published))
  await reloadNats?.()
  for (const [file, content] of secrets) writePrivate(file, content)
  writePrivate(files.databasePasswords, nextPasswords(readIfThere(files.databasePasswords), rotate))
}

const fileOf = (folder: string, service: string, file: keyof typeof credentialFiles): string =>
  join(folder, service, credentialFiles[file])

const nextPasswords = (known: string | null, rotate: boolean): string => {
  const passwords = toPasswords(known ?? '')
  if (passwords.length === 0 || rotate) passwords.unshift(randomBytes(32).toString('base64url'))
  return `${passwords.slice(0, 2).join('\n')}\n`
}

const toCallersFile = (
  declarations: ReadonlyMap<string, ServiceDeclaration>,
  published: Published,
  service: string,
): string => {
  const callers: RpcCallers = Object.fromEntries(
    [...callersOf(declarations, service)].map(([caller, methods]) => [
      caller,
      { keys: published[caller]!.rpcKeys, methods },
    ]),
  )
  return `${JSON.stringify(callers, null, 2)}\n`
}

/** JSON, which NATS reads as it reads its own format. */
const toNatsUsers = (declarations: ReadonlyMap<string, ServiceDeclaration>, published: Published): string => {
  const everything = { publish: { allow: ['>'] }, subscribe: { allow: ['>'] } }
  const users = Object.entries(published).flatMap(([name, { natsUsers }]) => {
    const declaration = declarations.get(name)
    const permissions = declaration ? busPermissions(name, declaration) : everything
    return natsUsers.map((nkey) => ({ nkey, permissions }))
  })
  return `${JSON.stringify({ authorization: { users } }, null, 2)}\n`
}
