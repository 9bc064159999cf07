import { rankOf } from '../bson/compare.ts'
import { type Doc, type Value, isArray, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import type { Demands, Predicate } from '../query/predicates.ts'

interface Memory {
  /** Valid only for the indexes at this time. */
  signature: string
  shapes: Map<string, readonly IndexInfo[]>
}

const MAX_SHAPES = 200
const memories = new WeakMap<CollectionInfo, Memory>()

/** Caches which indexes are candidates for a query shape, until the indexes or their contents change. */
export function recallIndexes(collection: CollectionInfo, shape: string): readonly IndexInfo[] | undefined {
  return memoryOf(collection).shapes.get(shape)
}

/** Not for partial indexes, which depend on the values of a query. */
export function rememberIndexes(
  collection: CollectionInfo,
  shape: string,
  indexes: readonly IndexInfo[],
): void {
  if (collection.indexes.some((index) => index.isSparse || index.partial !== undefined)) return
  const { shapes } = memoryOf(collection)
  if (shapes.size >= MAX_SHAPES) shapes.clear()
  shapes.set(shape, indexes)
}

function memoryOf(collection: CollectionInfo): Memory {
  const signature = signatureOf(collection)
  const known = memories.get(collection)
  if (known?.signature === signature) return known
  const memory = { signature, shapes: new Map<string, readonly IndexInfo[]>() }
  memories.set(collection, memory)
  return memory
}

function signatureOf({ indexes }: CollectionInfo): string {
  let signature = ''
  for (const { id, isReady, isHidden, isMultikey, hasShortened } of indexes)
    signature += `${id}:${(isReady ? 1 : 0) + (isHidden ? 2 : 0) + (isMultikey ? 4 : 0) + (hasShortened ? 8 : 0)},`
  return signature
}

/** The parts of a query that decide which index fields it binds: paths, operators and types, not values. */
export function shapeOf({ paths }: Demands, sort: Doc | undefined): string {
  let shape = ''
  for (const [path, predicates] of paths) {
    shape += `${path.length}:${path}`
    for (const predicate of predicates) shape += predicate.operator + kindOf(predicate)
    shape += ';'
  }
  for (const [path, direction] of sort ?? [])
    shape += `|${path.length}:${path}${isNumber(direction) ? Math.sign(toNumber(direction)) : '?'}`
  return shape
}

function kindOf({ operator, value }: Predicate): string {
  if (operator === '$exists') return isTruthy(value) ? '+' : '-'
  if (operator !== '$in' || !isArray(value)) return typeOf(value)
  return `[${value.length}${[...new Set(value.map((item) => typeOf(item)))].join(',')}]`
}

const typeOf = (value: Value): string =>
  isNumber(value) && Number.isNaN(toNumber(value)) ? 'NaN' : String(rankOf(value))
