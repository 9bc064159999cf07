import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAddress } from '@wp/embedded-mongo/tools'
import { repositoryRoot } from '@wp/local-platform'
import { makeBackup, type Manifest } from './backup.ts'
import { withOwnDatabase } from './own-database.ts'
import { restoreBackup } from './restore.ts'

const usage = `npm run backup -- <folder> [options]
npm run restore -- <folder> [options]

Copies all databases of the platform and uploaded files into a folder, or puts them back and compares checksums.
The database is that of MONGODB_URL, or of the file that MONGODB_URL_FILE names; without either that of a platform of
npm start, which must not run. A restore needs services that are stopped.

  --files <folder>      uploaded files: the DATA_DIR of services (.data/services without MONGODB_URL)
  --prefix <text>       databases to take: DATABASE_PREFIX of the services (wp_)
  --no-snapshot         backup: for a database that nobody writes to, however long it takes
  --replace             restore: remove first what is there
  --data <folder>       where npm start keeps its data (.data)

Not in a backup: keys (.data/keys, .data/credentials, Secrets of a cluster), files in S3, NATS.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    files: { type: 'string' },
    prefix: { type: 'string', default: 'wp_' },
    snapshot: { type: 'boolean', default: true },
    replace: { type: 'boolean', default: false },
    data: { type: 'string', default: join(repositoryRoot, '.data') },
    help: { type: 'boolean', default: false },
  },
})
const [command, folder] = positionals

const run = async (): Promise<string> => {
  if (!folder || (command !== 'backup' && command !== 'restore')) throw new Error(usage)
  const given = readAddress(process.env)
  const dataDir = resolve(values.data)
  const ownFiles = given ? null : join(dataDir, 'services')
  const uploads = values.files === undefined ? ownFiles : resolve(values.files)
  const work = async (uri: string): Promise<string> => {
    if (command === 'restore') {
      const restored = await restoreBackup({ uri, folder, uploads, replace: values.replace })
      // Streams that know more than the database would keep their events from being published again.
      if (!given) rmSync(join(dataDir, 'nats'), { recursive: true, force: true })
      return `Restored, checksums equal: ${describe(restored)} of ${restored.createdAt}`
    }
    const made = await makeBackup({
      uri,
      folder,
      prefix: values.prefix,
      uploads: uploads && existsSync(uploads) ? uploads : null,
      snapshot: values.snapshot,
    })
    return `Backed up to ${folder}: ${describe(made)}`
  }
  return given ? work(given) : withOwnDatabase(dataDir, work)
}

const describe = ({ collections, files }: Manifest): string => {
  const documents = Object.values(collections).reduce((sum, each) => sum + each.documents, 0)
  const bytes = Object.values(files).reduce((sum, each) => sum + each.bytes, 0)
  return `${Object.keys(collections).length} collections, ${documents} documents, ${Object.keys(files).length} files, ${bytes} bytes`
}

if (values.help) console.log(usage)
else
  await run().then(console.log, (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
