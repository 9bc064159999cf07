import { encodeKey, isTruncatedKey } from '../bson/keys.ts'
import type { Doc, Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { keyTuples } from '../fields/key-tuples.ts'
import type { IndexInfo } from './index-spec.ts'

export interface DocumentKeys {
  keys: Buffer[]
  isMultikey: boolean
  hasTruncatedKeys: boolean
}

const NO_KEYS: DocumentKeys = { keys: [], isMultikey: false, hasTruncatedKeys: false }
const pathCache = new WeakMap<IndexInfo, readonly (readonly string[])[]>()

/**
 * Returns a document's index keys: one per array element, null for a missing field, none when a sparse or partial
 * index excludes the document. Fails with 171 for parallel arrays.
 */
export function documentKeys(index: IndexInfo, doc: Doc): DocumentKeys {
  if (index.partial !== undefined && !index.partial.matcher.matches(doc)) return NO_KEYS
  let paths = pathCache.get(index)
  if (paths === undefined) pathCache.set(index, (paths = index.paths.map((path) => path.split('.'))))
  const { tuples, isMultikey } = keyTuples(doc, paths, () => rejectParallel(index))
  const keys: Buffer[] = []
  const seen = new Set<string>()
  let hasTruncatedKeys = false
  for (const { values, exists } of tuples) {
    if (index.isSparse && !exists) continue
    const key = encodeKey(values, index.directions)
    if (isTruncatedKey(key)) hasTruncatedKeys = true
    if (tuples.length > 1) {
      const text = key.toString('latin1')
      if (seen.has(text)) continue
      seen.add(text)
    }
    keys.push(key)
  }
  return { keys, isMultikey, hasTruncatedKeys }
}

/** Returns a document's values on an index's paths, for `keyValue` in a duplicate key error. */
export function indexedValues(index: IndexInfo, doc: Doc): (Value | undefined)[][] {
  const paths = index.paths.map((path) => path.split('.'))
  return keyTuples(doc, paths, () => rejectParallel(index)).tuples.map((tuple) => tuple.values)
}

const rejectParallel = (index: IndexInfo): never =>
  fail('CannotIndexParallelArrays', `cannot index parallel arrays in index '${index.name}'`)
