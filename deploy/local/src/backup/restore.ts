import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { importDocuments, importIndexes, sumDatabase } from '@wp/embedded-mongo/tools'
import { leasesInUse, shortWorkMs } from '@wp/mongo'
import { MongoClient, MongoServerError } from 'mongodb'
import { parts, type Manifest } from './backup.ts'
import { copyFolder, listFiles, sumFolder } from './folders.ts'
import {
  blockServices,
  endInterruptedRestore,
  fromStaged,
  isStaged,
  listDatabases,
  listFilled,
  removeReplaced,
  swapRestored,
  toStaged,
  toStagedFolder,
} from './swap.ts'

export type RestoreOptions = {
  uri: string
  folder: string
  uploads: string | null
  /** Whether to remove existing data first. Otherwise existing data is an error. */
  replace: boolean
}

/**
 * Verifies a backup, restores databases and uploaded files next to the existing ones, compares them with the
 * backup, and then replaces the existing ones. Changes nothing when a service is connected, or when any step
 * fails.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Manifest> => {
  const { uri, folder, uploads, replace } = options
  const manifest = await readBackup(folder)
  if (!uploads && listFiles(join(folder, parts.uploads)).length > 0)
    throw new Error('The backup contains uploaded files; use --files to set their folder')
  const client = await MongoClient.connect(uri, { appName: 'restore' })
  try {
    const place = { client, prefix: manifest.prefix, uploads }
    await refuseConnected(client, manifest.prefix)
    await endInterruptedRestore(place)
    if (!replace) refuseExisting([...(await listFilled(place)), ...listUploads(uploads)])
    try {
      await stage(options, manifest)
      await blockServices(place)
      // A service may have started in the meantime.
      await refuseConnected(client, manifest.prefix)
      await swapRestored(place)
    } catch (error) {
      await endInterruptedRestore(place).catch((cause: unknown) => {
        const message = 'The restore failed and could not be undone; run it again to complete or undo it'
        throw new AggregateError([error, cause], message)
      })
      throw error
    }
    await removeReplaced(place).catch((cause: unknown) => {
      const message = 'The restore is complete, but the replaced data could not be removed; restore again'
      throw new Error(message, { cause })
    })
  } finally {
    await client.close()
  }
  return manifest
}

/** Restores under other names and compares the result with the backup. */
const stage = async ({ uri, folder, uploads }: RestoreOptions, manifest: Manifest): Promise<void> => {
  const database = join(folder, parts.database)
  await importDocuments(uri, database, { rename: toStaged })
  // Nothing else writes to these collections, and reading them may take longer than a snapshot lasts.
  const found = await sumDatabase(uri, { prefix: manifest.prefix, only: isStaged, snapshot: false })
  const sums = [...found].map(([namespace, sum]) => [fromStaged(namespace), sum] as const)
  // Indexes follow after the comparison, because a TTL index would remove expired documents before it.
  await importIndexes(uri, database, { rename: toStaged })
  const differences = differencesOf(manifest.collections, Object.fromEntries(sums))
  if (uploads) {
    const [source, target] = [join(folder, parts.uploads), toStagedFolder(uploads)]
    mkdirSync(target, { recursive: true })
    copyFolder(source, target)
    differences.push(...differencesOf(await sumFolder(source), await sumFolder(target)))
  }
  if (differences.length > 0)
    throw new Error(`Restored data differs from the backup: ${differences.join(', ')}. Nothing was changed.`)
}

/** A running service would write to the restored data, or read partly restored data. */
const refuseConnected = async (client: MongoClient, prefix: string): Promise<void> => {
  const connected = [...(await listApplications(client)), ...(await listHeldLeases(client, prefix))]
  const services = [...new Set(connected.filter((name) => name.startsWith(prefix)))].toSorted()
  if (services.length > 0)
    throw new Error(
      `Services are connected to the database (${services.join(', ')}). Stop them first; if they were killed, wait a minute. Nothing was changed.`,
    )
}

/** Lists the names of connected applications, or none without the permission. A service uses its database's name. */
const listApplications = async (client: MongoClient): Promise<string[]> => {
  try {
    const reply = await client.db('admin').command({ currentOp: 1, $all: true })
    return (reply['inprog'] as { appName?: string }[]).flatMap(({ appName }) => appName ?? [])
  } catch (error) {
    if (error instanceof MongoServerError && error.code === unauthorized) return []
    throw error
  }
}

const unauthorized = 13

/** Lists the databases in which a process holds a lease. The lease of short work remains after its end. */
const listHeldLeases = async (client: MongoClient, prefix: string): Promise<string[]> => {
  if ((await listLeases(client, prefix)).length === 0) return []
  await delay(shortWorkMs)
  return listLeases(client, prefix)
}

const listLeases = async (client: MongoClient, prefix: string): Promise<string[]> => {
  const names = await listDatabases(client, prefix)
  const held = await Promise.all(
    names.map((name) => client.db(name).collection('leases').findOne(leasesInUse(new Date()))),
  )
  return names.filter((_, at) => held[at] !== null)
}

const readBackup = async (folder: string): Promise<Manifest> => {
  const file = join(folder, parts.manifest)
  if (!existsSync(file)) throw new Error(`${folder} is not a complete backup: ${parts.manifest} is missing`)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (manifest.format !== 1)
    throw new Error(`The backup has format ${String(manifest.format)}; this version supports format 1`)
  const { [parts.manifest]: _, ...found } = await sumFolder(folder)
  const damaged = differencesOf(manifest.files, found)
  if (damaged.length > 0) throw new Error(`The backup is damaged: ${damaged.join(', ')}`)
  return manifest
}

/**
 * Returns the names whose checksums differ. Empty collections that only one side has are ignored, because services
 * create them.
 */
const differencesOf = (wanted: Record<string, object>, found: Record<string, object>): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])].filter((name) => {
    const [before, after] = [wanted[name], found[name]]
    if (before && after) return JSON.stringify(before) !== JSON.stringify(after)
    return !isEmpty(before ?? after!)
  })

const isEmpty = (sum: object): boolean => 'documents' in sum && sum.documents === 0

const listUploads = (uploads: string | null): string[] =>
  uploads && existsSync(uploads) ? listFiles(uploads) : []

const refuseExisting = (found: readonly string[]): void => {
  if (found.length > 0)
    throw new Error(
      `Data already exists (${found.slice(0, 3).join(', ')} …); use --replace to remove it first`,
    )
}
