import { existsSync, renameSync, rmSync } from 'node:fs'
import type { MongoClient } from 'mongodb'

// A restore writes to collections named `restoring.<name>` and to the folder `<uploads>.restoring`. When all of them
// are complete, they replace the present data, which is kept as `replaced.<name>` and `<uploads>.replaced` until the
// end.

const staged = 'restoring.'
const replaced = 'replaced.'

/** Returns the name under which a collection is restored. */
export const toStaged = (collection: string): string => `${staged}${collection}`

/** Returns the name of a restored collection, or null for any other collection. */
export const fromStaged = (namespace: string): string | null =>
  namespace.includes(`.${staged}`) ? namespace.replace(`.${staged}`, '.') : null

export const toStagedFolder = (uploads: string): string => `${uploads}.restoring`
const toReplacedFolder = (uploads: string): string => `${uploads}.replaced`

type Place = { client: MongoClient; prefix: string; uploads: string | null }

/** Lists the names of the databases that start with the prefix. */
export const listDatabases = async (client: MongoClient, prefix: string): Promise<string[]> => {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
  return databases.map(({ name }) => name).filter((name) => name.startsWith(prefix))
}

/** Calls `work` for every collection whose database has the prefix. */
const forEachCollection = async (
  { client, prefix }: Place,
  work: (database: string, collection: string) => Promise<void>,
): Promise<void> => {
  for (const database of await listDatabases(client, prefix))
    for (const { name } of await client.db(database).listCollections({}, { nameOnly: true }).toArray())
      if (!name.startsWith('system.')) await work(database, name)
}

const rename = async ({ client }: Place, database: string, from: string, to: string): Promise<void> => {
  await client.db(database).renameCollection(from, to, { dropTarget: true })
}

/** Undoes a restore that failed or was interrupted: removes its data and puts the replaced data back. */
export const undoRestore = async (place: Place): Promise<void> => {
  const { client, uploads } = place
  await forEachCollection(place, async (database, name) => {
    if (name.startsWith(staged)) await client.db(database).dropCollection(name)
    if (name.startsWith(replaced)) await rename(place, database, name, name.slice(replaced.length))
  })
  if (!uploads) return
  rmSync(toStagedFolder(uploads), { recursive: true, force: true })
  if (!existsSync(toReplacedFolder(uploads))) return
  rmSync(uploads, { recursive: true, force: true })
  renameSync(toReplacedFolder(uploads), uploads)
}

/**
 * Puts the restored data in the place of the present data by renaming both, then removes the replaced data, including
 * collections that are not in the backup.
 */
export const swapRestored = async (place: Place): Promise<void> => {
  const { client, uploads } = place
  await forEachCollection(place, async (database, name) => {
    if (!name.startsWith(staged)) await rename(place, database, name, `${replaced}${name}`)
  })
  await forEachCollection(place, async (database, name) => {
    if (name.startsWith(staged)) await rename(place, database, name, name.slice(staged.length))
  })
  if (uploads) {
    if (existsSync(uploads)) renameSync(uploads, toReplacedFolder(uploads))
    renameSync(toStagedFolder(uploads), uploads)
  }
  await forEachCollection(place, async (database, name) => {
    if (name.startsWith(replaced)) await client.db(database).dropCollection(name)
  })
  if (uploads) rmSync(toReplacedFolder(uploads), { recursive: true, force: true })
}
