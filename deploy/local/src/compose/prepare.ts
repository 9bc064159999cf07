import { chownSync, globSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { newSecret } from '@wp/kernel'
import {
  ensureKeys,
  makeCredentials,
  newEncryptionKeys,
  privateFolder,
  readIfThere,
  repositoryRoot,
  writePrivate,
} from '@wp/local-platform'

/** The user id for the containers when this runs as root. */
const unprivileged = 10001

/** Folders that the containers write to. */
const writtenFolders = ['mongodb', 'mongodb-config', 'nats', 'prometheus', 'grafana']

/**
 * Creates missing credentials, keys, passwords and folders for `deploy/compose.yaml` and returns the variables for
 * it.
 */
export const prepareCompose = async (dataDir: string): Promise<Record<string, string>> => {
  const declarations = readDeclarations(repositoryRoot)
  privateFolder(dataDir)
  await makeCredentials({ folder: join(dataDir, 'credentials'), declarations })
  const secrets = (owner: string) => privateFolder(join(dataDir, 'secrets', owner))
  const secret = (owner: string, name: string, make: () => string): string => {
    const file = join(secrets(owner), name)
    const known = readIfThere(file)
    if (known !== null) return known
    writePrivate(file, make())
    return readFileSync(file, 'utf8')
  }
  privateFolder(join(dataDir, 'secrets'))
  secret('mongodb', 'keyfile', () => Buffer.from(newSecret()).toString('base64'))
  secret('mongodb', 'root-password', newSecret)
  secret('grafana', 'admin-password', newSecret)
  const users = [...declarations]
    .filter(([, { database }]) => database)
    .map(([service]) => {
      const database = `wp_${service.replaceAll('-', '_')}`
      const url = secret(service, 'MONGODB_URL', () => newAddress(database))
      return { user: database, pwd: new URL(url).password, database }
    })
  writePrivate(join(secrets('mongodb'), 'users.json'), JSON.stringify(users))
  const keys = ensureKeys(dataDir)
  for (const [name, file] of Object.entries({
    SIGNING_KEYS: keys.signingKeys,
    ENCRYPTION_KEYS: keys.encryptionKeys,
    HMAC_KEY: keys.hmacKey,
  }))
    writePrivate(join(secrets('identity'), name), readFileSync(file, 'utf8'))
  secret('identity', 'BOOTSTRAP_TOKEN', newSecret)
  secret('webhooks', 'ENCRYPTION_KEYS', newEncryptionKeys)
  for (const folder of [...writtenFolders, ...[...declarations.keys()].map((name) => `services/${name}`)])
    mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 })
  const [uid, gid] = ownerOf()
  if (process.getuid?.() === 0) giveTo(dataDir, uid, gid)
  return { WP_DATA: dataDir, WP_UID: `${uid}`, WP_GID: `${gid}` }
}

const newAddress = (user: string): string =>
  `mongodb://${user}:${newSecret()}@mongodb:27017/?replicaSet=rs0&authSource=admin`

const ownerOf = (): [uid: number, gid: number] =>
  process.getuid?.() === 0 || !process.getuid || !process.getgid
    ? [unprivileged, unprivileged]
    : [process.getuid(), process.getgid()]

const giveTo = (folder: string, uid: number, gid: number): void => {
  for (const path of ['', ...globSync('**/*', { cwd: folder })]) {
    const file = join(folder, path)
    if (lstatSync(file).uid !== uid) chownSync(file, uid, gid)
  }
}
