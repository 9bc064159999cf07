import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDatabase, type CollectionSum } from '@wp/embedded-mongo/tools'
import { copyFolder, sumFolder, type FileSum } from './folders.ts'

/** What a backup holds. It is written last: a folder without it is no backup. */
export type Manifest = {
  format: 1
  createdAt: string
  /** The databases whose names begin with this are in it. */
  prefix: string
  /** By `<database>.<collection>`. */
  collections: Record<string, CollectionSum>
  /** Everything else, by its path in the backup. */
  files: Record<string, FileSum>
}

export const parts = { manifest: 'manifest.json', database: 'database', uploads: 'files' }

export type BackupOptions = {
  uri: string
  prefix: string
  /** Where it goes: a folder that is not there yet, or empty. */
  folder: string
  /** The folder of uploaded files; null where there is none, or they lie in S3. */
  uploads: string | null
  /** False for a database that nobody writes to: a snapshot ends after a minute (embedded) or five (MongoDB). */
  snapshot: boolean
}

/** Copies databases and uploaded files into a folder; both belong to one moment, as far as a file is not removed meanwhile. */
export const makeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { uri, prefix, folder, uploads, snapshot } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty; a backup needs a folder of its own`)
  const target = join(folder, parts.uploads)
  mkdirSync(target)
  // Files before and after: whatever a record of the snapshot names was there at one of these times.
  if (uploads) copyFolder(uploads, target)
  const collections = await exportDatabase(uri, join(folder, parts.database), { prefix, snapshot })
  if (uploads) copyFolder(uploads, target)
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    prefix,
    collections: Object.fromEntries(collections),
    files: await sumFolder(folder),
  }
  writeFileSync(join(folder, parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  return manifest
}
