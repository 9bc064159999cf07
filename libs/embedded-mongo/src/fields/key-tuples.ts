import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { arrayIndex } from './paths.ts'

/** One value per path; `exists` is true when any of the paths exists. */
export type KeyTuple = { values: (Value | undefined)[]; exists: boolean }

/** A value and the rest of the path to follow from it, or the result at the end of the path. */
type Cursor = { value: Value; rest: readonly string[] } | { done: Value | undefined; exists: boolean }

const MISSING: Cursor = { done: null, exists: false }

/**
 * Returns the values by which a document is sorted and indexed: one tuple per array item (paths through the same
 * array use the same item), null for a missing path, undefined for an empty array. Parallel arrays call
 * `onParallelArrays`, which must throw. Fails with 16746 when a number in a path could be an index or a name.
 */
export function keyTuples(
  doc: Doc,
  paths: readonly (readonly string[])[],
  onParallelArrays: () => never,
): { tuples: KeyTuple[]; isMultikey: boolean } {
  const tuples: KeyTuple[] = []
  const isMultikey = expand(
    paths.map((rest) => ({ value: doc, rest })),
    tuples,
    onParallelArrays,
  )
  return { tuples, isMultikey }
}

/** Follows a path to its end or to the next array. */
function follow(start: Cursor): Cursor {
  let cursor = start
  while (!('done' in cursor)) {
    const { value, rest } = cursor
    if (isArray(value)) {
      const index = rest.length === 0 ? undefined : arrayIndex(rest[0]!)
      if (index === undefined) return cursor
      if (value.some((item) => isDoc(item) && item.has(rest[0]!))) {
        fail(
          16746,
          `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${rest[0]}'`,
        )
      }
      const item = value[index]
      if (item === undefined) return MISSING
      cursor = { value: item, rest: rest.slice(1) }
    } else if (rest.length === 0) {
      return { done: value, exists: true }
    } else {
      const next = isDoc(value) ? value.get(rest[0]!) : undefined
      if (next === undefined) return MISSING
      cursor = { value: next, rest: rest.slice(1) }
    }
  }
  return cursor
}

function expand(cursors: readonly Cursor[], tuples: KeyTuple[], onParallelArrays: () => never): boolean {
  const followed = cursors.map((cursor) => follow(cursor))
  let array: Value[] | undefined
  for (const cursor of followed) {
    if ('done' in cursor) continue
    if (array !== undefined && array !== cursor.value) onParallelArrays()
    array = cursor.value as Value[]
  }
  if (array === undefined) {
    const ends = followed.filter((cursor) => 'done' in cursor)
    tuples.push({ values: ends.map((end) => end.done), exists: ends.some((end) => end.exists) })
    return false
  }
  const items: (Value | undefined)[] = array.length === 0 ? [undefined] : array
  for (const item of items) {
    const inner = followed.map((cursor) => ('done' in cursor ? cursor : enter(item, cursor.rest)))
    expand(inner, tuples, onParallelArrays)
  }
  return true
}

/** Enters an array item (undefined for an empty array). A directly nested array is entered only by index. */
function enter(item: Value | undefined, rest: readonly string[]): Cursor {
  if (rest.length === 0) return { done: item, exists: true }
  if (item === undefined || (isArray(item) && arrayIndex(rest[0]!) === undefined)) return MISSING
  return { value: item, rest }
}
