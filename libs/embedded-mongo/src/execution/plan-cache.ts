import { rankOf } from '../bson/compare.ts'
import { type Doc, type Value, isArray, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import type { FilterConditions, Predicate } from '../query/predicates.ts'

interface PlanCache {
  /** Identifies the indexes for which the cache is valid. */
  signature: string
  shapes: Map<string, readonly IndexInfo[]>
}

const MAX_SHAPES = 200
const caches = new WeakMap<CollectionInfo, PlanCache>()

/** Returns the cached candidate indexes for a query shape. The cache is discarded when an index changes. */
export function getCachedIndexes(
  collection: CollectionInfo,
  shape: string,
): readonly IndexInfo[] | undefined {
  return cacheOf(collection).shapes.get(shape)
}

/**
 * Caches the candidate indexes for a query shape. Collections with sparse or partial indexes are not cached, because
 * using such an index depends on the query's values.
 */
export function cacheIndexes(collection: CollectionInfo, shape: string, indexes: readonly IndexInfo[]): void {
  if (collection.indexes.some((index) => index.isSparse || index.partial !== undefined)) return
  const { shapes } = cacheOf(collection)
  if (shapes.size >= MAX_SHAPES) shapes.clear()
  shapes.set(shape, indexes)
}

function cacheOf(collection: CollectionInfo): PlanCache {
  const signature = signatureOf(collection)
  const known = caches.get(collection)
  if (known?.signature === signature) return known
  const cache = { signature, shapes: new Map<string, readonly IndexInfo[]>() }
  caches.set(collection, cache)
  return cache
}

function signatureOf({ indexes }: CollectionInfo): string {
  let signature = ''
  for (const { id, isReady, isHidden, isMultikey, hasTruncatedKeys } of indexes)
    signature += `${id}:${(isReady ? 1 : 0) + (isHidden ? 2 : 0) + (isMultikey ? 4 : 0) + (hasTruncatedKeys ? 8 : 0)},`
  return signature
}

/**
 * Returns the parts of a query that decide which indexes it can use: paths, operators, types and the sort, but not
 * the values.
 */
export function shapeOf({ paths }: FilterConditions, sort: Doc | undefined): string {
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
