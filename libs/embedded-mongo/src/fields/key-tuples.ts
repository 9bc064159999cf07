import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { arrayIndex } from './paths.ts'

/** One value per path; `exists` is true when any of the paths exists. */
export type KeyTuple = { values: (Value | undefined)[]; exists: boolean }

/** The result at the end of a path. */
type End = { done: Value | undefined; exists: boolean }

/** An array on a path. It is nested when a number in the path has selected it from another array. */
type Stop = { array: Value[]; rest: readonly string[]; isNested: boolean }

/** A value and the rest of the path to follow from it. */
type Start = { value: Value; rest: readonly string[] }

const MISSING: End = { done: null, exists: false }

/**
 * Returns the values by which a document is sorted and indexed: one tuple per array item (paths through the same
 * array use the same item), null for a missing path, undefined for an empty array. An array that a number in the path
 * has selected from another array is one value. Parallel arrays call `onParallelArrays`, which must throw. Fails with
 * 16746 when a number in a path could be an index or a name.
 */
export function keyTuples(
  doc: Doc,
  paths: readonly (readonly string[])[],
  onParallelArrays: () => never,
): { tuples: KeyTuple[]; isMultikey: boolean } {
  const tuples: KeyTuple[] = []
  const isMultikey = expand(
    paths.map((rest) => follow({ value: doc, rest })),
    tuples,
    onParallelArrays,
  )
  return { tuples, isMultikey }
}

/** Follows a path to its end or to the next array. */
function follow(start: Start): End | Stop {
  let { value, rest } = start
  for (;;) {
    if (isArray(value)) return { array: value, rest, isNested: false }
    if (rest.length === 0) return { done: value, exists: true }
    const next = isDoc(value) ? value.get(rest[0]!) : undefined
    if (next === undefined) return MISSING
    value = next
    rest = rest.slice(1)
  }
}

function expand(ends: readonly (End | Stop)[], tuples: KeyTuple[], onParallelArrays: () => never): boolean {
  const stops = ends.filter((end): end is Stop => 'array' in end)
  const array = stops[0]?.array
  if (array === undefined) {
    const done = ends as readonly End[]
    tuples.push({ values: done.map((end) => end.done), exists: done.some((end) => end.exists) })
    return false
  }
  if (stops.some((stop) => stop.array !== array)) onParallelArrays()
  const isWhole = array.length > 0 && stops.some(({ isNested }) => isNested)
  const selected = ends.map((end) => ('array' in end ? select(end) : undefined))
  for (const item of array.length === 0 ? [undefined] : array) {
    const inner = ends.map((end, at) => {
      if (!('array' in end)) return end
      if (end.rest.length === 0) return { done: isWhole ? array : item, exists: true }
      return enter(item, end.rest, selected[at])
    })
    expand(inner, tuples, onParallelArrays)
  }
  return true
}

/** Follows a path from the item that the number at its start selects, if there is one. */
function select({ array, rest }: Stop): End | Stop | undefined {
  const index = rest.length === 0 ? undefined : arrayIndex(rest[0]!)
  const item = index === undefined ? undefined : array[index]
  if (item === undefined) return undefined
  const end = follow({ value: item, rest: rest.slice(1) })
  return 'array' in end && isArray(item) ? { ...end, isNested: true } : end
}

/** Follows a path from an array item, or from the selected item when the array item does not have its first field. */
function enter(
  item: Value | undefined,
  rest: readonly string[],
  selected: End | Stop | undefined,
): End | Stop {
  if (!isDoc(item) || !item.has(rest[0]!)) return selected ?? MISSING
  if (selected !== undefined) {
    fail(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${rest[0]}'`,
    )
  }
  return follow({ value: item, rest })
}
