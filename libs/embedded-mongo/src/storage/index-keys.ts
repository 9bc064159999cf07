import { encodeKey, isTruncatedKey } from '../bson/keys.ts'
import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { IndexInfo } from './index-spec.ts'

/** The keys a document has in an index. */
export interface DocumentKeys {
  keys: Buffer[]
  isMultikey: boolean
  hasShortened: boolean
}

/** A field still to be resolved: what is left of its path, from where; `done` holds a resolved value. */
type Cursor =
  | { value: Value | undefined; rest: readonly string[] }
  | { done: Value | undefined; exists: boolean }

type Tuple = { values: (Value | undefined)[]; exists: boolean }

const NO_KEYS: DocumentKeys = { keys: [], isMultikey: false, hasShortened: false }
const pathCache = new WeakMap<IndexInfo, readonly (readonly string[])[]>()

/**
 * The keys under which an index files a document: one for each array element, null for a missing field, none when a
 * sparse or partial index leaves the document out. Fails with 171 when two arrays would have to be multiplied.
 */
export function documentKeys(index: IndexInfo, doc: Doc): DocumentKeys {
  if (index.partial !== undefined && !index.partial.matcher.matches(doc)) return NO_KEYS
  let paths = pathCache.get(index)
  if (paths === undefined) pathCache.set(index, (paths = index.paths.map((path) => path.split('.'))))
  const tuples: Tuple[] = []
  const isMultikey = expand(
    paths.map((rest) => ({ value: doc, rest })),
    index,
    tuples,
  )
  const keys: Buffer[] = []
  const seen = new Set<string>()
  let hasShortened = false
  for (const { values, exists } of tuples) {
    if (index.isSparse && !exists) continue
    const key = encodeKey(values, index.directions)
    if (isTruncatedKey(key)) hasShortened = true
    if (tuples.length > 1) {
      const text = key.toString('latin1')
      if (seen.has(text)) continue
      seen.add(text)
    }
    keys.push(key)
  }
  return { keys, isMultikey, hasShortened }
}

/** The values of a document on an index's paths, for the `keyValue` of a duplicate key error. */
export function keyTuples(index: IndexInfo, doc: Doc): (Value | undefined)[][] {
  const tuples: Tuple[] = []
  expand(
    index.paths.map((path) => ({ value: doc, rest: path.split('.') })),
    index,
    tuples,
  )
  return tuples.map((tuple) => tuple.values)
}

function step(cursor: Cursor): Cursor {
  while (!('done' in cursor)) {
    const { value, rest } = cursor
    const [name, ...others] = rest
    if (isArray(value)) {
      // A number may be an array position, but only if no element has a field of that name.
      if (name === undefined || !/^\d+$/.test(name)) return cursor
      if (value.some((item) => isDoc(item) && item.has(name))) return cursor
      const item = value[Number(name)]
      cursor = { value: item, rest: others }
      if (item === undefined) return { done: null, exists: false }
      continue
    }
    if (name === undefined) return { done: value ?? null, exists: value !== undefined }
    const next = isDoc(value) ? value.get(name) : undefined
    if (next === undefined) return { done: null, exists: false }
    cursor = { value: next, rest: others }
  }
  return cursor
}

/** Resolves all fields together; fields that meet the same array go through its elements side by side. */
function expand(cursors: readonly Cursor[], index: IndexInfo, tuples: Tuple[]): boolean {
  const stepped = cursors.map((cursor) => step(cursor))
  let array: Value[] | undefined
  for (const cursor of stepped) {
    if ('done' in cursor) continue
    if (array !== undefined && array !== cursor.value) {
      fail('CannotIndexParallelArrays', `cannot index parallel arrays in index '${index.name}'`)
    }
    array = cursor.value as Value[]
  }
  if (array === undefined) {
    const values: (Value | undefined)[] = []
    let exists = false
    for (const cursor of stepped) {
      if (!('done' in cursor)) continue
      values.push(cursor.done)
      if (cursor.exists) exists = true
    }
    tuples.push({ values, exists })
    return false
  }
  const elements: (Value | undefined)[] = array.length === 0 ? [undefined] : array
  for (const element of elements) {
    const inner = stepped.map((cursor): Cursor => {
      if ('done' in cursor) return cursor
      // An empty array is filed as BSON undefined when the path ends at it, else its field is missing.
      if (array.length === 0) {
        return cursor.rest.length === 0 ? { done: undefined, exists: true } : { done: null, exists: false }
      }
      if (cursor.rest.length === 0) return { done: element, exists: true }
      // An array directly inside an array is not entered.
      return isArray(element) && !/^\d+$/.test(cursor.rest[0] ?? '')
        ? { done: null, exists: false }
        : { value: element, rest: cursor.rest }
    })
    expand(inner, index, tuples)
  }
  return true
}
