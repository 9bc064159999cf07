import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'

/**
 * Receives one value at a path, or undefined when it is missing. `position` is the index in the outermost array that
 * was traversed implicitly. Returns true to stop.
 */
type Visit = (value: Value | undefined, position: number | undefined) => boolean

/**
 * Visits the values at a dotted path of a query. Arrays along the path are traversed, and indexed by numeric parts. An
 * array at the end yields itself and, if `walksLeaf` is set, its items. An array without the path yields nothing.
 */
export function visitPath(doc: Doc, parts: readonly string[], walksLeaf: boolean, visit: Visit): boolean {
  return walkDoc(doc, parts, 0, undefined, walksLeaf, visit)
}

function walkDoc(
  doc: Doc,
  parts: readonly string[],
  start: number,
  position: number | undefined,
  walksLeaf: boolean,
  visit: Visit,
): boolean {
  let current = doc
  for (let at = start; ; at++) {
    const value = current.get(parts[at]!)
    const isLast = at === parts.length - 1
    if (isArray(value)) {
      if (!isLast) return walkArray(value, parts, at + 1, position, walksLeaf, visit)
      if (!walksLeaf) return visit(value, position)
      return value.some((item, index) => visit(item, position ?? index)) || visit(value, position)
    }
    if (isLast) return visit(value, position)
    if (!isDoc(value)) return visit(undefined, position)
    current = value
  }
}

function walkArray(
  items: Value[],
  parts: readonly string[],
  at: number,
  position: number | undefined,
  walksLeaf: boolean,
  visit: Visit,
): boolean {
  const named = arrayIndex(parts[at]!)
  const isLast = at === parts.length - 1
  return items.some((item, index) => {
    if (isDoc(item) && walkDoc(item, parts, at, position ?? index, walksLeaf, visit)) return true
    if (index !== named) return false
    if (isLast) return visit(item, position)
    if (isDoc(item)) return walkDoc(item, parts, at + 1, position, walksLeaf, visit)
    return isArray(item) && walkArray(item, parts, at + 1, position, walksLeaf, visit)
  })
}

/** Returns the array index of a path part ("0", "17"; not "01"), or undefined. */
export function arrayIndex(part: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined
}

/** Returns an array as a BSON document with its indexes as field names. */
export const arrayAsDoc = (items: Value[]): Doc => new Map(items.map((item, index) => [String(index), item]))
