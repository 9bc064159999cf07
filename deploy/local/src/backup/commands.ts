import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAddress } from '@wp/embedded-mongo/tools'
import { makeBackup, type Manifest } from './backup.ts'
import { withOwnDatabase } from './own-database.ts'
import { restoreBackup } from './restore.ts'

type Shared = {
  /** The uploads folder. Defaults to the one `npm start` uses when its database is backed up or restored. */
  files?: string
  /** The data folder of `npm start`. */
  data: string
}
type BackupOptions = Shared & { prefix: string; snapshot: boolean }
type RestoreOptions = Shared & { replace: boolean }
type Source = { isOwn: boolean; dataDir: string; uploads: string | null }

/** Uses the database at MONGODB_URL, or starts the database of a stopped `npm start`. */
const withDatabase = (
  { files, data }: Shared,
  work: (uri: string, source: Source) => Promise<string>,
): Promise<string> => {
  const given = readAddress(process.env)
  const dataDir = resolve(data)
  const ownFiles = given ? null : join(dataDir, 'services')
  const source = { isOwn: !given, dataDir, uploads: files === undefined ? ownFiles : resolve(files) }
  return given ? work(given, source) : withOwnDatabase(dataDir, (uri) => work(uri, source))
}

/** Backs up the databases and uploaded files into a folder and returns a summary. */
export const backup = (folder: string, options: BackupOptions): Promise<string> =>
  withDatabase(options, async (uri, { uploads }) => {
    const manifest = await makeBackup({
      uri,
      folder,
      prefix: options.prefix,
      uploads: uploads && existsSync(uploads) ? uploads : null,
      snapshot: options.snapshot,
    })
    return `Backed up ${summarize(manifest)} to ${folder}`
  })

/** Restores a backup, verifies its checksums and returns a summary. */
export const restore = (folder: string, options: RestoreOptions): Promise<string> =>
  withDatabase(options, async (uri, { isOwn, dataDir, uploads }) => {
    const manifest = await restoreBackup({ uri, folder, uploads, replace: options.replace })
    // Old streams would be ahead of the restored database, which would keep its events from being published again.
    if (isOwn) rmSync(join(dataDir, 'nats'), { recursive: true, force: true })
    return `Restored ${summarize(manifest)} from the backup of ${manifest.createdAt}; all checksums match`
  })

const summarize = ({ collections, files }: Manifest): string => {
  const documents = Object.values(collections).reduce((sum, each) => sum + each.documents, 0)
  const bytes = Object.values(files).reduce((sum, each) => sum + each.bytes, 0)
  return `${Object.keys(collections).length} collections, ${documents} documents and ${Object.keys(files).length} files (${bytes} bytes)`
}
