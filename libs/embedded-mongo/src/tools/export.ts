import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { EJSON } from 'bson'
import { type ClientSession, type Collection, MongoClient } from 'mongodb'
import { decode } from '../bson/codec.ts'
import { toExtendedJson } from './extended-json.ts'
import { inSnapshot } from './snapshot.ts'

const SYSTEM = new Set(['admin', 'config', 'local'])

/**
 * `prefix` limits the export to databases with this prefix, `only` to collections for whose name it returns true.
 * `snapshot: false` reads without a snapshot.
 */
export type ReadOptions = { prefix?: string; only?: (collection: string) => boolean; snapshot?: boolean }

/** A collection's document count and checksum. The checksum covers its lines in `_id` order. */
export type CollectionSum = { documents: number; sha256: string }

/**
 * Writes every collection of a server to a folder: `<db>/<collection>.jsonl` with one document per line in canonical
 * Extended JSON, and its indexes in a second file. With a snapshot (the default), all data is from the same point in
 * time.
 */
export const exportDatabase = (
  uri: string,
  folder: string,
  options: ReadOptions = {},
): Promise<Map<string, CollectionSum>> =>
  readCollections(uri, options, async (source, session) => {
    const path = join(folder, encodeURIComponent(source.dbName), encodeURIComponent(source.collectionName))
    await mkdir(join(folder, encodeURIComponent(source.dbName)), { recursive: true })
    const { lines, sum } = readLines(source, session)
    await pipeline(lines, createWriteStream(`${path}.jsonl`, { mode: 0o600 }))
    const indexes = (await source.indexes()).filter((index) => index.name !== '_id_')
    await writeFile(`${path}.indexes.json`, EJSON.stringify(indexes, { relaxed: false }))
    return sum()
  })

/** Returns the same checksums as `exportDatabase` without writing files. */
export const sumDatabase = (uri: string, options: ReadOptions = {}): Promise<Map<string, CollectionSum>> =>
  readCollections(uri, options, async (source, session) => {
    const { lines, sum } = readLines(source, session)
    for await (const _line of lines()) continue
    return sum()
  })

async function readCollections(
  uri: string,
  { prefix = '', only = () => true, snapshot = true }: ReadOptions,
  read: (source: Collection, session: ClientSession | undefined) => Promise<CollectionSum>,
): Promise<Map<string, CollectionSum>> {
  const client = await MongoClient.connect(uri)
  try {
    const sources: Collection[] = []
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases) {
      if (SYSTEM.has(name) || !name.startsWith(prefix)) continue
      for (const { name: collection, type } of await client.db(name).listCollections().toArray())
        if (type === 'collection' && !collection.startsWith('system.') && only(collection))
          sources.push(client.db(name).collection(collection))
    }
    const readAll = async (session: ClientSession | undefined) => {
      const sums = new Map<string, CollectionSum>()
      for (const source of sources) sums.set(source.namespace, await read(source, session))
      return sums
    }
    return snapshot ? await inSnapshot(client, readAll) : await readAll(undefined)
  } finally {
    await client.close()
  }
}

function readLines(source: Collection, session: ClientSession | undefined) {
  const hash = createHash('sha256')
  let documents = 0
  const lines = async function* lines(): AsyncGenerator<string> {
    const found = source.find({}, { raw: true, ...(session && { session }) }).sort({ _id: 1 })
    for await (const bytes of found) {
      const line = `${toExtendedJson(decode(bytes as unknown as Uint8Array))}\n`
      hash.update(line)
      documents++
      yield line
    }
  }
  return { lines, sum: (): CollectionSum => ({ documents, sha256: hash.digest('hex') }) }
}
