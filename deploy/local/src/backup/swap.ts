import { existsSync, renameSync, rmSync } from 'node:fs'
import { unfinishedRestore } from '@wp/mongo'
import type { MongoClient } from 'mongodb'

// A restore writes to collections named `restoring.<name>` and to the folder `<uploads>.restoring`. When all
// of them are complete, they replace the existing data, which is kept as `replaced.<name>` and
// `<uploads>.replaced` until the end. Marks record the progress, so that an interrupted restore is undone or
// completed, never left halfway. While collections are being renamed, every database has a mark that keeps
// services from starting.

const staged = 'restoring.'
const replaced = 'replaced.'

/** Returns the name under which a collection is restored. */
export const toStaged = (collection: string): string => `${staged}${collection}`

export const isStaged = (collection: string): boolean => collection.startsWith(staged)

/** Returns the final namespace of a restored collection. */
export const fromStaged = (namespace: string): string => namespace.replace(`.${staged}`, '.')

export const toStagedFolder = (uploads: string): string => `${uploads}.restoring`
const toReplacedFolder = (uploads: string): string => `${uploads}.replaced`

type Place = { client: MongoClient; prefix: string; uploads: string | null }

/** Lists the names of the databases that start with the prefix. */
export const listDatabases = async (client: MongoClient, prefix: string): Promise<string[]> => {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
  return databases.map(({ name }) => name).filter((name) => name.startsWith(prefix))
}

/** Lists the collections that contain documents. */
export const listFilled = async (place: Place): Promise<string[]> => {
  const filled: string[] = []
  await forEachCollection(place, async (database, name) => {
    const first = await place.client
      .db(database)
      .collection(name)
      .findOne({}, { projection: { _id: 1 } })
    if (first) filled.push(`${database}.${name}`)
  })
  return filled
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

/** Keeps services from starting until the restore has ended. */
export const blockServices = async ({ client, prefix }: Place): Promise<void> => {
  for (const database of await listDatabases(client, prefix))
    await client.db(database).createCollection(unfinishedRestore)
}

/** Replaces the existing data with the restored data by renaming both. */
export const swapRestored = async (place: Place): Promise<void> => {
  const { uploads } = place
  await forEachCollection(place, async (database, name) => {
    if (isPlain(name)) await rename(place, database, name, `${replaced}${name}`)
  })
  await setMark(place, moved)
  await forEachCollection(place, async (database, name) => {
    if (isStaged(name)) await rename(place, database, name, name.slice(staged.length))
  })
  if (uploads) {
    if (existsSync(uploads)) renameSync(uploads, toReplacedFolder(uploads))
    renameSync(toStagedFolder(uploads), uploads)
  }
  await setMark(place, complete)
}

/** Removes the data that a complete restore replaced, including collections that are not in the backup. */
export const removeReplaced = async (place: Place): Promise<void> => {
  const { client, uploads } = place
  await removeMark(place, unfinishedRestore)
  await forEachCollection(place, async (database, name) => {
    if (name.startsWith(replaced)) await client.db(database).dropCollection(name)
  })
  if (uploads) rmSync(toReplacedFolder(uploads), { recursive: true, force: true })
  await removeMark(place, moved)
  await removeMark(place, complete)
}

/**
 * Undoes a restore that failed or was interrupted, or removes the remains of a complete one. Can be
 * interrupted and repeated: it reverses the steps of `swapRestored` in the opposite order.
 */
export const endInterruptedRestore = async (place: Place): Promise<void> => {
  if (await hasMark(place, complete)) return removeReplaced(place)
  const { client, uploads } = place
  if (await hasMark(place, moved)) {
    if (uploads && !existsSync(toStagedFolder(uploads))) renameSync(uploads, toStagedFolder(uploads))
    if (uploads && existsSync(toReplacedFolder(uploads))) renameSync(toReplacedFolder(uploads), uploads)
    await forEachCollection(place, async (database, name) => {
      if (isPlain(name)) await rename(place, database, name, toStaged(name))
    })
    await removeMark(place, moved)
  }
  await forEachCollection(place, async (database, name) => {
    if (name.startsWith(replaced)) await rename(place, database, name, name.slice(replaced.length))
    if (isStaged(name)) await client.db(database).dropCollection(name)
  })
  if (uploads) rmSync(toStagedFolder(uploads), { recursive: true, force: true })
  await removeMark(place, unfinishedRestore)
}

/** All existing collections are renamed, so collections without a prefix are restored ones. */
const moved = 'restore-moved'
/** The restored data is in place. */
const complete = 'restore-complete'

const marks = new Set([moved, complete, unfinishedRestore])

const isPlain = (name: string): boolean => !isStaged(name) && !name.startsWith(replaced) && !marks.has(name)

/** Stores a mark as an empty collection, which is created atomically. */
const setMark = async ({ client, prefix }: Place, mark: string): Promise<void> => {
  const [database = `${prefix}restore`] = await listDatabases(client, prefix)
  await client.db(database).createCollection(mark)
}

const hasMark = async (place: Place, mark: string): Promise<boolean> => {
  let isFound = false
  await forEachCollection(place, async (_, name) => {
    isFound ||= name === mark
  })
  return isFound
}

const removeMark = (place: Place, mark: string): Promise<void> =>
  forEachCollection(place, async (database, name) => {
    if (name === mark) await place.client.db(database).dropCollection(name)
  })
