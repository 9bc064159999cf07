import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDatabase, type CollectionSum } from '@wp/embedded-mongo/tools'
import { copyFolder, sumFolder, type FileSum } from './folders.ts'

/** The contents of a backup. Written last: a folder without it is incomplete. */
export type Manifest = {
  format: 1
  createdAt: string
  /** Contains the databases whose names start with this. */
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
  /** Must be missing or empty. */
  folder: string
  /** The folder of uploaded files; null without one, or with S3. */
  uploads: string | null
  /** A snapshot expires after one minute (embedded) or five (MongoDB); false for a database without writes. */
  snapshot: boolean
}

/** Copies databases and uploaded files of the same moment into a folder, except files that are removed meanwhile. */
export const makeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { uri, prefix, folder, uploads, snapshot } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  const target = join(folder, parts.uploads)
  mkdirSync(target)
  // Copied before and after, so that every file that a record of the snapshot names is included.
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
