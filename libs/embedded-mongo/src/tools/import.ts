import { createReadStream } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EJSON } from 'bson'
import { type Collection, type IndexDescription, MongoClient } from 'mongodb'
import type { Doc } from '../bson/values.ts'
import { fromExtendedJson } from './extended-json.ts'

const BATCH = 500
const SUFFIX = '.jsonl'

/** `rename` returns the name under which to store a collection; the collection's own name by default. */
export type ImportOptions = { rename?: (collection: string) => string }

/**
 * Imports a folder written by `exportDatabase` into a server: documents first, then indexes. Fails when a collection
 * already has documents. Returns the number of documents per collection.
 */
export async function importDatabase(uri: string, folder: string): Promise<Map<string, number>> {
  const counts = await importDocuments(uri, folder)
  await importIndexes(uri, folder)
  return counts
}

/** Imports the documents without indexes, so that none of them expires. */
export async function importDocuments(
  uri: string,
  folder: string,
  options: ImportOptions = {},
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await forEachCollection(uri, folder, options, async (target, path) => {
    if ((await target.findOne({}, { projection: { _id: 1 } })) !== null)
      throw new Error(`The collection ${target.namespace} has documents; import into an empty one`)
    counts.set(target.namespace, await readDocuments(target, `${path}${SUFFIX}`))
  })
  return counts
}

/** Creates the indexes of imported documents. */
export const importIndexes = (uri: string, folder: string, options: ImportOptions = {}): Promise<void> =>
  forEachCollection(uri, folder, options, createIndexes)

async function forEachCollection(
  uri: string,
  folder: string,
  { rename = (collection) => collection }: ImportOptions,
  work: (target: Collection, path: string) => Promise<void>,
): Promise<void> {
  const client = await MongoClient.connect(uri)
  try {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const db = client.db(decodeURIComponent(entry.name))
      for (const file of await readdir(join(folder, entry.name))) {
        if (!file.endsWith(SUFFIX)) continue
        const name = file.slice(0, -SUFFIX.length)
        await work(db.collection(rename(decodeURIComponent(name))), join(folder, entry.name, name))
      }
    }
  } finally {
    await client.close()
  }
}

async function readDocuments(target: Collection, path: string): Promise<number> {
  let count = 0
  let batch: Doc[] = []
  const flush = async (): Promise<void> => {
    // The driver encodes a Map as a document with its fields in order, although its types do not allow a Map.
    if (batch.length > 0) await target.insertMany(batch as never[], { forceServerObjectId: true })
    count += batch.length
    batch = []
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    batch.push(fromExtendedJson(line))
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return count
}

async function createIndexes(target: Collection, path: string): Promise<void> {
  const indexes = EJSON.parse(await readFile(`${path}.indexes.json`, 'utf8')) as IndexDescription[]
  if (indexes.length > 0) await target.createIndexes(indexes)
}
