import { encode } from '../bson/codec.ts'
import { type Doc, Double, Int32, type Value, isDoc, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { compileMatch } from '../query/match.ts'
import { checkNamespace } from '../storage/catalogue.ts'
import { sweepGarbage } from '../engine/index-build.ts'
import { checkCollation, isSameKey } from '../storage/index-spec.ts'
import { type Reply, reply } from '../wire/message.ts'
import {
  type Command,
  type Context,
  docField,
  filterField,
  flagField,
  integerField,
  rejectOptions,
  stringField,
  targetName,
} from './context.ts'
import { firstBatch } from './find.ts'

/** Unsupported options of `create`. */
export const UNSUPPORTED_COLLECTION_OPTIONS = [
  'capped',
  'size',
  'max',
  'viewOn',
  'pipeline',
  'timeseries',
  'clusteredIndex',
  'expireAfterSeconds',
  'validator',
  'encryptedFields',
  'changeStreamPreAndPostImages',
]
const CREATE_IGNORED = [
  'validationLevel',
  'validationAction',
  'storageEngine',
  'indexOptionDefaults',
  'autoIndexId',
  'idIndex',
  'flags',
  'temp',
]

async function create(context: Context): Promise<Reply> {
  const { body, engine, db } = context
  const name = targetName(context)
  checkNamespace(db, name)
  checkCollation(body.get('collation'))
  for (const option of UNSUPPORTED_COLLECTION_OPTIONS) {
    const value = body.get(option)
    if (value === undefined || value === null || value === false) continue
    unsupported(
      option === 'viewOn'
        ? 'A view'
        : option === 'capped'
          ? 'A capped collection'
          : `The collection option '${option}'`,
    )
  }
  await engine.environment.write(() =>
    engine.catalogue.find(db, name) === undefined
      ? engine.catalogue.create(db, name, new Map())
      : fail('NamespaceExists', `Collection ${db}.${name} already exists.`),
  )
  return reply()
}

async function drop(context: Context): Promise<Reply> {
  const { engine, db } = context
  const name = targetName(context)
  const collection = engine.catalogue.find(db, name)
  if (collection === undefined) return reply(['ns', `${db}.${name}`])
  const count = collection.indexes.length
  await engine.changeCatalogue(() => {
    if (!collection.isDropped) engine.catalogue.drop(collection)
  })
  context.cursors.killWhere((cursor) => cursor.namespace === `${db}.${name}` && !cursor.isBusy)
  sweepLater(context)
  return reply(['nIndexesWas', new Int32(count)], ['ns', `${db}.${name}`])
}

async function dropDatabase(context: Context): Promise<Reply> {
  const { engine, db } = context
  const collections = engine.catalogue.collections(db)
  if (collections.length === 0) return reply()
  await engine.changeCatalogue(() => {
    for (const collection of collections) if (!collection.isDropped) engine.catalogue.drop(collection)
  })
  sweepLater(context)
  return reply(['dropped', db])
}

/** Frees space in the background. The only possible error is a failed commit, which stops the process anyway. */
function sweepLater({ engine }: Context): void {
  sweepGarbage(engine).catch(() => undefined)
}

async function listCollections(context: Context): Promise<Reply> {
  const { engine, db, body } = context
  const isNameOnly = flagField(body, 'nameOnly')
  const matcher = compileMatch(filterField(body, 'filter'))
  const infos = engine.catalogue.collections(db).map((collection): Doc => {
    const info = reply(['name', collection.name], ['type', 'collection'])
    if (isNameOnly) return info
    info.set('options', collection.options)
    info.set('info', reply(['readOnly', false], ['uuid', collection.uuid]))
    info.set('idIndex', collection.indexes[0]!.spec)
    return info
  })
  const batch = infos.filter((info) => matcher.matches(info)).map((info) => encode(info))
  const batchSize = integerField(filterField(body, 'cursor'), 'batchSize')
  return await firstBatch(context, '$cmd.listCollections', once(batch), { batchSize })
}

async function* once(items: Buffer[]): AsyncGenerator<Buffer[]> {
  yield items
}

function listDatabases(context: Context): Reply {
  const matcher = compileMatch(filterField(context.body, 'filter'))
  const databases = context.engine.catalogue
    .databases()
    .toSorted()
    .map((name): Doc => reply(['name', name], ['sizeOnDisk', new Double(0)], ['empty', false]))
    .filter((info) => matcher.matches(info))
  if (flagField(context.body, 'nameOnly')) {
    return reply(['databases', databases.map((info) => reply(['name', info.get('name')!]))])
  }
  return reply(['databases', databases], ['totalSize', new Double(0)])
}

async function renameCollection(context: Context): Promise<Reply> {
  const { engine, body } = context
  const [from, to] = [stringField(body, 'renameCollection'), stringField(body, 'to')].map((name) => {
    const dot = name.indexOf('.')
    return { db: name.slice(0, dot), name: name.slice(dot + 1) }
  }) as [{ db: string; name: string }, { db: string; name: string }]
  const collection = engine.getCollection(from.db, from.name)
  checkNamespace(to.db, to.name)
  await engine.changeCatalogue(() => {
    const target = engine.catalogue.find(to.db, to.name)
    if (target !== undefined && !flagField(body, 'dropTarget'))
      fail('NamespaceExists', 'target namespace exists')
    if (target === collection) fail('IllegalOperation', "Can't rename a collection to itself")
    if (target !== undefined) engine.catalogue.drop(target)
    engine.catalogue.rename(collection, to.db, to.name)
  })
  sweepLater(context)
  return reply()
}

/** Changes an index's expiry or visibility; rejects other changes. */
async function collMod(context: Context): Promise<Reply> {
  const { engine, body } = context
  const collection = engine.getCollection(context.db, targetName(context))
  rejectOptions(body)
  const change = docField(body, 'index')
  if (change === undefined) return reply()
  const pattern = change.get('keyPattern')
  const name = change.get('name')
  const index =
    collection.indexes.find((item) => (isDoc(pattern) ? isSameKey(item.key, pattern) : item.name === name)) ??
    fail('IndexNotFound', 'cannot find the index to change: give its name or keyPattern')
  const answer = reply()
  for (const [option, value] of change) {
    if (option === 'keyPattern' || option === 'name') continue
    if (option === 'expireAfterSeconds') {
      if (!isNumber(value) || toNumber(value) < 0)
        fail('InvalidOptions', "'expireAfterSeconds' must be a number not below 0")
      answer.set('expireAfterSeconds_old', index.spec.get('expireAfterSeconds') ?? new Int32(0))
      answer.set('expireAfterSeconds_new', value)
    } else if (option === 'hidden') {
      answer.set('hidden_old', index.isHidden)
      answer.set('hidden_new', isTruthy(value))
    } else unsupported(`collMod of the index option '${option}'`)
  }
  await engine.environment.write(() => {
    const expiry = answer.get('expireAfterSeconds_new')
    const hidden = answer.get('hidden_new')
    const spec: Doc = new Map<string, Value>(index.spec)
    if (isNumber(expiry)) {
      spec.set('expireAfterSeconds', expiry)
      index.expireAfterSeconds = toNumber(expiry)
    }
    if (hidden === true) spec.set('hidden', true)
    else if (hidden === false) spec.delete('hidden')
    if (hidden !== undefined) index.isHidden = hidden === true
    index.spec = spec
    engine.catalogue.save(collection)
  })
  return answer
}

export const COLLECTION_COMMANDS: Record<string, Command> = {
  create: {
    fields: [...UNSUPPORTED_COLLECTION_OPTIONS, ...CREATE_IGNORED, 'collation'],
    inTransaction: false,
    run: create,
  },
  drop: { fields: [], inTransaction: false, run: drop },
  dropDatabase: { fields: [], inTransaction: false, run: dropDatabase },
  listCollections: {
    fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
    inTransaction: false,
    run: listCollections,
  },
  listDatabases: {
    fields: ['filter', 'nameOnly', 'authorizedDatabases'],
    inTransaction: false,
    run: listDatabases,
  },
  renameCollection: { fields: ['to', 'dropTarget', 'stayTemp'], inTransaction: false, run: renameCollection },
  collMod: { fields: ['index', 'collation'], inTransaction: false, run: collMod },
}
