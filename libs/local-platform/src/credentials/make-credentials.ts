import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { busPermissions } from '@wp/bus/permissions'
import { toNatsUser, newNatsSeed } from '@wp/bus/users'
import { callersOf, credentialFiles, newServiceKey, toPublicKey } from '@wp/credentials/setup'
import type { RpcCallers, ServiceDeclaration, ServicePublicKey } from '@wp/credentials/setup'
import { readIfThere, writePrivate } from './files.ts'

/** Returns the paths of a platform's credential files. Each service also has a folder with its name. */
export const platformFiles = (folder: string) => ({
  /** NATS users with their permissions, without secrets. Included by the server's configuration. */
  natsUsers: join(folder, 'nats-users.conf'),
  /** Seed of the NATS user that has all permissions, for operators. */
  operatorSeed: join(folder, 'operator', credentialFiles.natsSeed),
  /** Passwords of the local database, newest first. */
  databasePasswords: join(folder, 'database-passwords'),
  /** The key file of a local mongod and the current password of its user. */
  mongodKeyFile: join(folder, 'mongod', 'key-file'),
  mongodPassword: join(folder, 'mongod', 'password'),
})

export type PlatformFiles = ReturnType<typeof platformFiles>

/** The only user of the local database. */
export const databaseUser = 'wp'

/** Returns the passwords in a file, newest first. */
export const readPasswords = (file: string): string[] => toPasswords(readFileSync(file, 'utf8'))

const toPasswords = (text: string): string[] => text.split('\n').filter((line) => line !== '')

type Options = {
  folder: string
  declarations: ReadonlyMap<string, ServiceDeclaration>
  /** Creates new keys and passwords. The current ones stay valid until the next rotation. */
  rotate?: boolean
  /** Called when NATS must reload its users, before a new user connects. */
  reloadNats?: () => Promise<void> | void
}

/** The public part of each service's credentials: the current key first, then the previous one. */
type Published = Record<string, { rpcKeys: ServicePublicKey[]; natsUsers: string[] }>

const operator = 'operator'

/**
 * Creates missing credentials for all services, and the files derived from their declarations. Public parts
 * are written first and secrets last, so that no service uses a secret that other services reject.
 */
export const makeCredentials = async ({
  folder,
  declarations,
  rotate = false,
  reloadNats,
}: Options): Promise<void> => {
  const publishedFile = join(folder, 'public-keys.json')
  const before = JSON.parse(readIfThere(publishedFile) ?? '{}') as Published
  const published: Published = {}
  const secrets: [file: string, content: string][] = []
  /** Creates a secret or keeps the existing one. Returns its public part and that of the previous secret, if any. */
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

/** NATS accepts JSON as its configuration format. */
const toNatsUsers = (declarations: ReadonlyMap<string, ServiceDeclaration>, published: Published): string => {
  const everything = { publish: { allow: ['>'] }, subscribe: { allow: ['>'] } }
  const users = Object.entries(published).flatMap(([name, { natsUsers }]) => {
    const declaration = declarations.get(name)
    const permissions = declaration ? busPermissions(name, declaration, [...declarations.keys()]) : everything
    return natsUsers.map((nkey) => ({ nkey, permissions }))
  })
  return `${JSON.stringify({ authorization: { users } }, null, 2)}\n`
}
