import { decode } from '../bson/codec.ts'
import type { Doc } from '../bson/values.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { entryKey } from '../storage/documents.ts'
import { duplicateKey } from '../storage/duplicate-key.ts'
import type { Engine } from './engine.ts'
import { documentKeys } from '../storage/index-keys.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import { wholeRange } from '../storage/layout.ts'

const CHUNK = 200
const SWEEP_CHUNK = 1000

/**
 * Builds an index in chunks, one commit each, while writes continue and keep it up to date. The planner uses it once
 * it is complete. When the build fails, for example with a duplicate key, the index is removed.
 */
export async function buildIndex(engine: Engine, collection: CollectionInfo, spec: Doc): Promise<void> {
  const { environment, catalogue } = engine
  const index = await engine.changeCatalogue(() => catalogue.addIndex(collection, spec))
  try {
    let after: Buffer | undefined
    for (;;) {
      const last = await environment.write(() => fileChunk(engine, collection, index, after))
      if (last === undefined) break
      after = last
    }
    await environment.write(() => {
      index.isReady = true
      catalogue.save(collection)
    })
    engine.locks.recordCommit([])
    index.readySince = engine.locks.commit
  } catch (error) {
    if (!collection.isDropped) await engine.changeCatalogue(() => catalogue.dropIndex(collection, index))
    throw error
  }
}

function fileChunk(
  engine: Engine,
  collection: CollectionInfo,
  index: IndexInfo,
  after: Buffer | undefined,
): Buffer | undefined {
  const { environment, catalogue } = engine
  if (collection.isDropped) return undefined
  const entries = environment.range('docs', wholeRange(collection.id), CHUNK, false, after)
  const fresh = new Map<string, { key: Buffer; idKey: Buffer }>()
  let isMultikey = index.isMultikey
  let hasTruncatedKeys = index.hasTruncatedKeys
  for (const { key: docKey, value } of entries) {
    const doc = decode(value)
    const idKey = docKey.subarray(4)
    const found = documentKeys(index, doc)
    isMultikey ||= found.isMultikey
    hasTruncatedKeys ||= found.hasTruncatedKeys
    for (const key of found.keys) {
      const entry = entryKey(index, key, idKey)
      const name = entry.toString('latin1')
      const owner = fresh.get(name)?.idKey ?? environment.get('entries', entry)
      if (index.isUnique && owner !== undefined && !owner.equals(idKey))
        throw duplicateKey(collection, index, doc, key)
      fresh.set(name, { key: entry, idKey })
    }
  }
  for (const { key, idKey } of fresh.values()) environment.put('entries', key, idKey)
  if (isMultikey !== index.isMultikey || hasTruncatedKeys !== index.hasTruncatedKeys) {
    index.isMultikey = isMultikey
    index.hasTruncatedKeys = hasTruncatedKeys
    catalogue.save(collection)
  }
  return entries.length < CHUNK ? undefined : entries.at(-1)!.key
}

/** Deletes the data of dropped collections and indexes in chunks, one commit each. */
export async function sweepGarbage({ environment, catalogue }: Engine): Promise<void> {
  for (const id of catalogue.garbage()) {
    for (const table of ['docs', 'entries'] as const) {
      for (;;) {
        const entries = environment.range(table, wholeRange(id), SWEEP_CHUNK)
        if (entries.length === 0) break
        await environment.write(() => {
          for (const { key } of entries) environment.remove(table, key)
        })
      }
    }
    await environment.write(() => catalogue.forgetGarbage(id))
  }
}

/** Drops indexes whose build was interrupted by a crash. */
export async function dropUnfinished({ environment, catalogue }: Engine): Promise<void> {
  for (const db of catalogue.databases()) {
    for (const collection of catalogue.collections(db)) {
      for (const index of collection.indexes.filter(({ isReady }) => !isReady)) {
        await environment.write(() => catalogue.dropIndex(collection, index))
      }
    }
  }
}
