import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { EJSON } from 'bson'
import { type Collection, MongoClient } from 'mongodb'
import { decode } from '../bson/codec.ts'
import { toExtendedJson } from './extended-json.ts'

const SYSTEM = new Set(['admin', 'config', 'local'])

/**
 * Writes every collection of every database at an address into a folder: `<db>/<collection>.jsonl`, one document a
 * line in canonical Extended JSON, and its indexes beside it. Gives the number of documents of each.
 */
export async function exportDatabase(uri: string, folder: string): Promise<Map<string, number>> {
  const client = await MongoClient.connect(uri)
  try {
    const counts = new Map<string, number>()
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases.filter((database) => !SYSTEM.has(database.name))) {
      await mkdir(join(folder, encodeURIComponent(name)), { recursive: true })
      for (const { name: collection, type } of await client.db(name).listCollections().toArray()) {
        if (type !== 'collection' || collection.startsWith('system.')) continue
        const path = join(folder, encodeURIComponent(name), encodeURIComponent(collection))
        const source = client.db(name).collection(collection)
        counts.set(`${name}.${collection}`, await writeDocuments(source, `${path}.jsonl`))
        const indexes = (await source.indexes()).filter((index) => index.name !== '_id_')
        await writeFile(`${path}.indexes.json`, EJSON.stringify(indexes, { relaxed: false }))
      }
    }
    return counts
  } finally {
    await client.close()
  }
}

async function writeDocuments(source: Collection, file: string): Promise<number> {
  let count = 0
  await pipeline(async function* lines() {
    for await (const bytes of source.find({}, { raw: true })) {
      count++
      yield `${toExtendedJson(decode(bytes as unknown as Uint8Array))}\n`
    }
  }, createWriteStream(file))
  return count
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [uri, folder] = process.argv.slice(2)
  if (uri === undefined || folder === undefined) {
    process.stderr.write('Usage: npm run db:export -- <mongodb address> <folder>\n')
    process.exit(2)
  }
  for (const [name, count] of await exportDatabase(uri, folder))
    process.stdout.write(`${name}: ${count} documents\n`)
}
