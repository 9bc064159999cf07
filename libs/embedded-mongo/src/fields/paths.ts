import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'

/**
 * Sees one value of a path: absent ones as undefined. `position` is the index in the outermost array that was
 * walked into without being named. Answers true to stop.
 */
type Visit = (value: Value | undefined, position: number | undefined) => boolean

/**
 * Visits what a dotted path means in a query: arrays on the way are walked into (and indexed by numeric parts),
 * a leaf array gives its items and then itself, or only itself. An array without anything at the path gives nothing.
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

/** The array index a path part names ("0", "17"; not "01"), or undefined. */
export function arrayIndex(part: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined
}

/** An array as the document it is in BSON: its indexes are the names. */
export const arrayAsDoc = (items: Value[]): Doc => new Map(items.map((item, index) => [String(index), item]))
