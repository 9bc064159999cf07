import { compare } from '../bson/compare.ts'
import { type Doc, type Value, isArray, isDoc, toInteger } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { keyTuples } from './key-tuples.ts'

type SortField = { path: string; direction: 1 | -1 }

/** A document's sort values, one per field; undefined stands for an empty array. */
export type SortKey = readonly (Value | undefined)[]

/** Parses a sort specification. Fails for directions other than 1 and -1 and for `$meta`, which is not supported. */
function parseSort(spec: Doc): SortField[] {
  return [...spec].map(([path, value]) => {
    if (path.split('.').includes('')) fail(15998, `FieldPath field names may not be empty strings: '${path}'`)
    if (path.startsWith('$')) fail(16410, `FieldPath field names may not start with '$': '${path}'`)
    if (isDoc(value)) {
      if (value.has('$meta')) fail('BadValue', '$meta in a sort is not supported by the embedded database')
      fail(15974, `Illegal key in $sort specification: ${path} is an object`)
    }
    const direction = toInteger(value)
    if (direction === 1 || direction === -1) return { path, direction }
    return fail(15975, `$sort key ordering must be 1 (for ascending) or -1 (for descending): ${path}`)
  })
}

/** Creates and compares sort keys. With them, sorting reads each document only once. */
type SortKeys = { keyOf: (doc: Doc) => SortKey; compareKeys: (a: SortKey, b: SortKey) => number }

/** Compiles a sort into keys and their comparison. `keyOf` fails with BadValue (2) for parallel arrays. */
export function compileSortKeys(spec: Doc): SortKeys {
  const fields = parseSort(spec)
  const paths = fields.map(({ path }) => path.split('.'))
  const compareKeys = (a: SortKey, b: SortKey): number => {
    for (const [index, { direction }] of fields.entries()) {
      const difference = compare(a[index], b[index])
      if (difference !== 0) return difference * direction
    }
    return 0
  }
  const keyOf = (doc: Doc): SortKey => {
    if (paths.every((parts) => parts.length === 1 && !isArray(doc.get(parts[0]!)))) {
      return paths.map((parts) => doc.get(parts[0]!) ?? null)
    }
    const { tuples } = keyTuples(doc, paths, () =>
      fail('BadValue', 'cannot sort with keys that are parallel arrays'),
    )
    return tuples
      .map((tuple) => tuple.values)
      .reduce((best, next) => (compareKeys(next, best) < 0 ? next : best))
  }
  return { keyOf, compareKeys }
}

/**
 * Compiles a comparison of documents. An array sorts by its smallest item when ascending and its largest when
 * descending; a missing value sorts as null, and an empty array below null.
 */
export function compileSort(spec: Doc): (a: Doc, b: Doc) => number {
  const { keyOf, compareKeys } = compileSortKeys(spec)
  return (a, b) => compareKeys(keyOf(a), keyOf(b))
}
