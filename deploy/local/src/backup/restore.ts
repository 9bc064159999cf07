import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importDatabase, sumDatabase } from '@wp/embedded-mongo/tools'
import { MongoClient } from 'mongodb'
import { parts, type Manifest } from './backup.ts'
import { copyFolder, listFiles, sumFolder } from './folders.ts'

export type RestoreOptions = {
  uri: string
  folder: string
  uploads: string | null
  /** Whether to remove existing data first. Otherwise existing data is an error. */
  replace: boolean
}

/**
 * Verifies a backup, restores databases and uploaded files, and compares the result with the backup. Changes nothing
 * when the backup is damaged. The services must be stopped.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Manifest> => {
  const { uri, folder, uploads, replace } = options
  const manifest = await readBackup(folder)
  const files = join(folder, parts.uploads)
  if (!uploads && listFiles(files).length > 0)
    throw new Error('The backup contains uploaded files; use --files to set their folder')
  if (replace) await remove(uri, manifest, uploads)
  else await refuseExisting(uri, manifest, uploads)
  await importDatabase(uri, join(folder, parts.database))
  if (uploads) {
    mkdirSync(uploads, { recursive: true })
    copyFolder(files, uploads)
  }
  const differences = [
    ...differencesOf(manifest.collections, Object.fromEntries(await sumDatabase(uri, manifest))),
    ...(uploads ? differencesOf(await sumFolder(files), await sumFolder(uploads)) : []),
  ]
  if (differences.length > 0)
    throw new Error(`Restored data differs from the backup: ${differences.join(', ')}`)
  return manifest
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
 * Returns the names whose checksums differ. Additional empty collections are ignored, because services create them.
 */
const differencesOf = (wanted: Record<string, object>, found: Record<string, object>): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])].filter((name) => {
    const [before, after] = [wanted[name], found[name]]
    if (before && after) return JSON.stringify(before) !== JSON.stringify(after)
    return !isEmpty(before ?? after!)
  })

const isEmpty = (sum: object): boolean => 'documents' in sum && sum.documents === 0

const remove = async (uri: string, { prefix }: Manifest, uploads: string | null): Promise<void> => {
  const client = await MongoClient.connect(uri)
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase()
  } finally {
    await client.close()
  }
  if (uploads) rmSync(uploads, { recursive: true, force: true })
}

const refuseExisting = async (uri: string, { prefix }: Manifest, uploads: string | null): Promise<void> => {
  const found = [...(await sumDatabase(uri, { prefix }))]
    .filter(([, sum]) => !isEmpty(sum))
    .map(([name]) => name)
  const files = uploads && existsSync(uploads) ? listFiles(uploads) : []
  if (found.length + files.length > 0)
    throw new Error(
      `Data already exists (${[...found, ...files].slice(0, 3).join(', ')} …); use --replace to remove it first`,
    )
}
