import { type Database, type RootDatabase, open } from 'lmdb'

/** The tables of the store: documents by [collection][_id], index entries, counts, catalogue, retry records. */
export const TABLES = ['docs', 'entries', 'counts', 'catalogue', 'retries'] as const
export type Table = (typeof TABLES)[number]

/** How many snapshots may be held at once; each takes a place in lmdb's table of readers. */
export const MAX_SNAPSHOTS = 4000

/** The longest key lmdb stores. */
export const MAX_KEY_BYTES = 1978

export interface Store {
  root: RootDatabase<Buffer, Buffer>
  tables: Record<Table, Database<Buffer, Buffer>>
}

/** Opens or creates the files in a folder. Every commit waits for fdatasync. A process's threads may open it once each. */
export function openStore(folder: string): Store {
  const root = open<Buffer, Buffer>(folder, {
    noSubdir: false,
    overlappingSync: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    maxDbs: TABLES.length + 1,
    maxReaders: MAX_SNAPSHOTS + 100,
    // Address space, not disk; on Windows a large map would be a large file, so there it grows by itself.
    ...(process.platform === 'win32' ? {} : { mapSize: 2 ** 36 }),
  })
  const tables = TABLES.map((name) => [
    name,
    root.openDB(name, { keyEncoding: 'binary', encoding: 'binary' }),
  ])
  return { root, tables: Object.fromEntries(tables) as Store['tables'] }
}
