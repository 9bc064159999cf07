import { encode } from '../bson/codec.ts'
import { Int32, type Doc, isArray, isDoc, type Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { buildIndex, sweepGarbage } from '../engine/index-build.ts'
import { type IndexInfo, isSameIndex, isSameKey, parseIndexSpec } from '../storage/index-spec.ts'
import { type Reply, reply } from '../wire/message.ts'
import { type Command, type Context, docsField, filterField, integerField, targetName } from './context.ts'
import { firstBatch } from './find.ts'
import { writeTarget } from './writes.ts'

const building = new WeakMap<CollectionInfo, Promise<unknown>>()

async function createIndexes(context: Context): Promise<Reply> {
  const specs = docsField(context.body, 'indexes').map((given) => parseIndexSpec(given))
  if (specs.length === 0) fail('BadValue', 'Must specify at least one index to create')
  const existing = context.engine.catalogue.find(context.db, targetName(context))
  const isNew = existing === undefined
  // A service creates its indexes at every start, which must succeed on a full disk when they exist.
  if (isNew || specs.some((spec) => !exists(existing, spec))) await context.engine.diskSpace.require()
  const collection = await writeTarget(context)
  const before = collection.indexes.length
  // Only one build runs per collection at a time, because two clients may request the same index concurrently.
  const turn = (building.get(collection) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      for (const spec of specs) {
        if (!exists(collection, spec)) await buildIndex(context.engine, collection, spec)
      }
    })
  building.set(collection, turn)
  await turn
  return reply(
    ['numIndexesBefore', new Int32(before)],
    ['numIndexesAfter', new Int32(collection.indexes.length)],
    ['createdCollectionAutomatically', isNew],
    ...(before === collection.indexes.length
      ? ([['note', 'all indexes already exist']] as [string, Value][])
      : []),
  )
}

/** Returns whether the index exists. Fails when a different index has its name, or an index of another name its key. */
function exists(collection: CollectionInfo, spec: Doc): boolean {
  const name = spec.get('name') as string
  const key = spec.get('key') as Doc
  if (key.size === 1 && key.has('_id')) return true
  const sameName = collection.indexes.find((index) => index.name === name)
  if (sameName !== undefined) {
    if (isSameIndex(sameName.spec, spec)) return true
    fail(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index: ${name}. Its key or options differ; drop it first or choose another name.`,
    )
  }
  const sameKey = collection.indexes.find((index) => isSameKey(index.key, key) && samePartial(index, spec))
  if (sameKey !== undefined) {
    fail('IndexOptionsConflict', `Index already exists with a different name: ${sameKey.name}`)
  }
  return false
}

function samePartial(index: IndexInfo, spec: Doc): boolean {
  const partial = spec.get('partialFilterExpression')
  if (index.partial === undefined || !isDoc(partial))
    return index.partial === undefined && partial === undefined
  return encode(index.partial.filter).equals(encode(partial))
}

async function listIndexes(context: Context): Promise<Reply> {
  const name = targetName(context)
  const collection = context.engine.getCollection(context.db, name)
  const specs = collection.indexes.map(({ spec }) => encode(spec))
  const batchSize = integerField(filterField(context.body, 'cursor'), 'batchSize')
  return await firstBatch(context, name, list(specs), { batchSize })
}

async function* list(items: Buffer[]): AsyncGenerator<Buffer[]> {
  yield items
}

async function dropIndexes(context: Context): Promise<Reply> {
  const { engine, body } = context
  const collection = engine.getCollection(context.db, targetName(context))
  const before = collection.indexes.length
  const wanted = body.get('index')
  const doomed =
    wanted === '*'
      ? collection.indexes.slice(1)
      : (isArray(wanted) ? wanted : [wanted]).map((item) => namedIndex(collection, item))
  await engine.changeCatalogue(() => {
    for (const index of doomed)
      if (collection.indexes.includes(index)) engine.catalogue.dropIndex(collection, index)
  })
  await sweepGarbage(engine)
  return reply(['nIndexesWas', new Int32(before)])
}

function namedIndex(collection: CollectionInfo, wanted: Value | undefined): IndexInfo {
  const index = collection.indexes.find(({ name, key }) =>
    typeof wanted === 'string' ? name === wanted : isDoc(wanted) && isSameKey(key, wanted),
  )
  if (index === undefined) {
    fail(
      'IndexNotFound',
      typeof wanted === 'string'
        ? `index not found with name [${wanted}]`
        : `can't find index with the given key`,
    )
  }
  if (index === collection.indexes[0]) fail('InvalidOptions', 'cannot drop _id index')
  return index
}

export const INDEX_COMMANDS: Record<string, Command> = {
  createIndexes: {
    fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
    inTransaction: false,
    run: createIndexes,
  },
  listIndexes: { fields: ['cursor'], inTransaction: false, run: listIndexes },
  dropIndexes: { fields: ['index'], inTransaction: false, run: dropIndexes },
}
