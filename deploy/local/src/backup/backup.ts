import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDatabase, type CollectionSum } from '@wp/embedded-mongo/tools'
import { unfinishedRestore } from '@wp/mongo'
import { copyFolder, sumFolder, type FileSum } from './folders.ts'

/** Describes a backup's contents. It is written last, so a folder without it is an incomplete backup. */
export type Manifest = {
  format: 1
  createdAt: string
  /** The prefix of the databases in the backup. */
  prefix: string
  /** Checksums by `<database>.<collection>`. */
  collections: Record<string, CollectionSum>
  /** Checksums of all files except the manifest, by path in the backup. */
  files: Record<string, FileSum>
}

export const parts = { manifest: 'manifest.json', database: 'database', uploads: 'files' }

export type BackupOptions = {
  uri: string
  prefix: string
  /** The target folder, which must be missing or empty. */
  folder: string
  /** The folder of uploaded files; null when it does not exist or files are stored in S3. */
  uploads: string | null
  /**
   * Whether to read from a snapshot, which expires after one minute (embedded) or five (MongoDB). Set it to false
   * only when nothing writes.
   */
  snapshot: boolean
}

/**
 * Copies the databases, with `snapshot` as of one moment, and the uploaded files into a folder. Files that are removed
 * in the meantime are skipped. Throws when the folder is not empty.
 */
export const makeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { uri, prefix, folder, uploads, snapshot } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  const target = join(folder, parts.uploads)
  mkdirSync(target)
  // Files are copied both before and after the snapshot, so that every file the snapshot refers to is
  // included.
  if (uploads) copyFolder(uploads, target)
  const collections = await exportDatabase(uri, join(folder, parts.database), { prefix, snapshot })
  if ([...collections.keys()].some((namespace) => namespace.endsWith(`.${unfinishedRestore}`)))
    throw new Error(
      'A restore has not finished. Wait for it or, if it was interrupted, run wp restore again.',
    )
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
