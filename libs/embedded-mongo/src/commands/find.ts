import { encode } from '../bson/codec.ts'
import { compare } from '../bson/compare.ts'
import { encodeKey } from '../bson/keys.ts'
import { type Doc, Int32, Long, type Value, isArray, isDoc, numberValue } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { countMatches } from '../execution/count.ts'
import { type Query, runQuery } from '../execution/execute.ts'
import { compileMatch } from '../query/match.ts'
import { compileProjection } from '../query/project.ts'
import { compileSort } from '../fields/sort.ts'
import { type Reply, encodeCursorReply, reply } from '../wire/message.ts'
import {
  type Command,
  type Context,
  docField,
  filterField,
  flagField,
  integerField,
  letField,
  rejectOptions,
  stringField,
  targetName,
} from './context.ts'
import { completeReply } from './reply.ts'

const FIND_FIELDS = [
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
  'noCursorTimeout',
  'allowPartialResults',
  'collation',
  'allowDiskUse',
  'let',
]
/** Unsupported options of `find`. */
export const UNSUPPORTED_FIND_OPTIONS = ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData']

/** Returns a find command's query (undefined when the collection does not exist) and its projection. */
export function findQuery(context: Context): {
  query: Query | undefined
  project: ((doc: Doc) => Doc) | undefined
} {
  const { body, deadline } = context
  for (const name of UNSUPPORTED_FIND_OPTIONS) {
    const value = body.get(name)
    if (value !== undefined && value !== null && value !== false) unsupported(`The find option '${name}'`)
  }
  rejectOptions(body)
  const filter = filterField(body, 'filter')
  const matcher = compileMatch(filter, { vars: letField(body, context.now) })
  const sort = docField(body, 'sort')
  if (sort !== undefined && !sort.has('$natural')) compileSort(sort)
  const projection = docField(body, 'projection')
  const project =
    projection === undefined || projection.size === 0 ? undefined : compileProjection(projection, matcher)
  const collection = context.engine.catalogue.find(context.db, targetName(context))
  const limit = integerField(body, 'limit', -Infinity)
  const query = collection && {
    collection,
    filter,
    matcher,
    sort,
    skip: integerField(body, 'skip'),
    limit: limit === undefined ? undefined : Math.abs(limit),
    hint: body.get('hint') ?? undefined,
    deadline,
  }
  return { query, project }
}

async function* bytesOf(
  context: Context,
  query: Query,
  project: ((doc: Doc) => Doc) | undefined,
): AsyncGenerator<Buffer[]> {
  for await (const batch of runQuery(context.view, query)) {
    yield batch.map((item) => (project === undefined ? item.bytes : encode(project(item.doc))))
  }
}

/** Opens a cursor on `source` and returns its first batch. */
export async function firstBatch(
  context: Context,
  collectionName: string,
  source: AsyncIterator<Buffer[]>,
  options: { batchSize: number | undefined; limit?: number | undefined; isSingle?: boolean },
): Promise<Reply> {
  const namespace = `${context.db}.${collectionName}`
  const { session, transaction, cursors, command, deadline } = context
  const given = { namespace, source, session, transaction, deadline, origin: command }
  const cursor = cursors.open(given, options.limit)
  const batch = await cursors.take(cursor, options.batchSize, true)
  if (options.isSingle === true) cursors.kill(cursor.id.toBigInt())
  return encodeCursorReply(
    'firstBatch',
    batch,
    reply(['id', cursor.isDone ? Long.ZERO : cursor.id], ['ns', namespace]),
    completeReply(reply()),
  )
}

async function find(context: Context): Promise<Reply> {
  const { query, project } = findQuery(context)
  const name = targetName(context)
  const limit = query?.limit === 0 ? undefined : query?.limit
  const isSingle =
    flagField(context.body, 'singleBatch') || (integerField(context.body, 'limit', -Infinity) ?? 0) < 0
  const source = query === undefined ? nothing() : bytesOf(context, query, project)
  return await firstBatch(context, name, source, {
    batchSize: integerField(context.body, 'batchSize'),
    limit: limit ?? Infinity,
    isSingle,
  })
}

export async function* nothing(): AsyncGenerator<Buffer[]> {
  yield []
}

async function getMore(context: Context): Promise<Reply> {
  const { body, db, cursors } = context
  const id = body.get('getMore')
  if (!(id instanceof Long)) fail('TypeMismatch', "'getMore' must be a cursor id of type long")
  const namespace = `${db}.${stringField(body, 'collection')}`
  const cursor = cursors.get(id.toBigInt(), namespace)
  if (cursor.transaction !== context.transaction) {
    fail(
      50741,
      `Cannot run getMore on cursor ${id.toString()}: it was not created in the transaction of this command`,
    )
  }
  const batch = await cursors.take(cursor, integerField(body, 'batchSize') || undefined, false)
  return encodeCursorReply(
    'nextBatch',
    batch,
    reply(['id', cursor.isDone ? Long.ZERO : cursor.id], ['ns', namespace]),
    completeReply(reply()),
  )
}

function killCursors({ body, cursors }: Context): Reply {
  const ids = body.get('cursors')
  const killed: Value[] = []
  const missing: Value[] = []
  for (const id of isArray(ids) ? ids : []) {
    if (!(id instanceof Long)) fail('TypeMismatch', 'Cursor ids must be of type long')
    ;(cursors.kill(id.toBigInt()) ? killed : missing).push(id)
  }
  return reply(
    ['cursorsKilled', killed],
    ['cursorsNotFound', missing],
    ['cursorsAlive', []],
    ['cursorsUnknown', []],
  )
}

async function count(context: Context): Promise<Reply> {
  const { body, engine, transaction } = context
  rejectOptions(body)
  const filter = filterField(body, 'query')
  const matcher = compileMatch(filter)
  const collection = engine.catalogue.find(context.db, targetName(context))
  const skip = integerField(body, 'skip') ?? 0
  const limit = Math.abs(integerField(body, 'limit', -Infinity) ?? 0)
  if (collection === undefined) return reply(['n', new Int32(0)])
  if (filter.size === 0) {
    const after = Math.max(0, engine.count(collection, transaction) - skip)
    return reply(['n', numberValue(limit === 0 ? after : Math.min(limit, after))])
  }
  const query = {
    collection,
    filter,
    matcher,
    skip,
    limit,
    hint: body.get('hint') ?? undefined,
    deadline: context.deadline,
  }
  return reply(['n', numberValue(await countMatches(context.view, query))])
}

async function distinct(context: Context): Promise<Reply> {
  const { body, engine } = context
  rejectOptions(body)
  const path = stringField(body, 'key')
  const filter = filterField(body, 'query')
  const matcher = compileMatch(filter)
  const collection = engine.catalogue.find(context.db, targetName(context))
  const values = new Map<string, Value>()
  const parts = path.split('.')
  if (collection !== undefined) {
    const query = {
      collection,
      filter,
      matcher,
      hint: body.get('hint') ?? undefined,
      deadline: context.deadline,
    }
    for await (const batch of runQuery(context.view, query)) {
      for (const { doc } of batch) {
        for (const value of distinctValues(doc, parts)) {
          const key = encodeKey([value], [1], Infinity).toString('latin1')
          if (!values.has(key)) values.set(key, value)
        }
      }
    }
  }
  return reply(['values', [...values.values()].toSorted((a, b) => compare(a, b))])
}

/** Returns the values at a path. Arrays along the path are expanded, and so is an array at its end. */
function distinctValues(value: Value | undefined, parts: readonly string[]): Value[] {
  const [name, ...rest] = parts
  if (name === undefined) return value === undefined ? [] : isArray(value) ? value : [value]
  if (isDoc(value)) return distinctValues(value.get(name), rest)
  if (!isArray(value)) return []
  const byIndex = /^\d+$/.test(name) ? distinctValues(value[Number(name)], rest) : []
  return [...byIndex, ...value.filter((item) => isDoc(item)).flatMap((item) => distinctValues(item, parts))]
}

export const READ_COMMANDS: Record<string, Command> = {
  find: { fields: FIND_FIELDS, inTransaction: true, run: find },
  getMore: { fields: ['collection', 'batchSize'], inTransaction: true, run: getMore },
  killCursors: { fields: ['cursors'], inTransaction: true, run: killCursors },
  count: {
    fields: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'],
    inTransaction: false,
    run: count,
  },
  distinct: { fields: ['key', 'query', 'hint', 'collation'], inTransaction: true, run: distinct },
}
