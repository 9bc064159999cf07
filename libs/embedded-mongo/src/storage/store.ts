import { type Database, type RootDatabase, open } from 'lmdb'

/** The store's tables: documents by [collection][_id], index entries, counts, the catalogue and retry records. */
export const TABLES = ['docs', 'entries', 'counts', 'catalogue', 'retries'] as const
export type Table = (typeof TABLES)[number]

/** The maximum number of snapshots; each takes a slot in lmdb's reader table. */
export const MAX_SNAPSHOTS = 4000

/** The maximum length of a key in lmdb. */
export const MAX_KEY_BYTES = 1978

export interface Store {
  root: RootDatabase<Buffer, Buffer>
  tables: Record<Table, Database<Buffer, Buffer>>
}

/**
 * Opens or creates the store in a folder. Every commit waits for fdatasync. Each thread of a process may open it
 * once.
 */
export function openStore(folder: string): Store {
  const root = open<Buffer, Buffer>(folder, {
    noSubdir: false,
    overlappingSync: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    maxDbs: TABLES.length + 1,
    maxReaders: MAX_SNAPSHOTS + 100,
    // Reserves address space, not disk. On Windows a large map would create a large file, so there it grows on
    // demand.
    ...(process.platform === 'win32' ? {} : { mapSize: 2 ** 36 }),
  })
  const tables = TABLES.map((name) => [
    name,
    root.openDB(name, { keyEncoding: 'binary', encoding: 'binary' }),
  ])
  return { root, tables: Object.fromEntries(tables) as Store['tables'] }
}
