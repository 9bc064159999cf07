import type { Doc, Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { DBREF_FIELDS } from '../query/match-operators.ts'
import { arrayIndex } from '../fields/paths.ts'

export type UpdateContext = {
  root: Doc
  isInsert: boolean
  /** Returns the index for the positional `$` at a path. Fails when the filter matched no array item. */
  position: (arrayPath: string) => number
  /** Returns whether an item passes the array filter with this identifier; `$[]` has the identifier ''. */
  passes: (identifier: string, item: Value) => boolean
}

/** One operator on one path. */
export type Leaf = {
  kind: 'leaf'
  path: string
  /** Maps the old value to the new one; undefined means missing. */
  modify: (existing: Value | undefined, context: UpdateContext, path: string) => Value | undefined
  /** Whether a missing path is created; otherwise a missing path is ignored. */
  creates: boolean
  /** Whether the operator applies to this document. */
  isActive?: (context: UpdateContext) => boolean
}

/** Children of a document or array by name; `$` is the positional child. */
export type NamedNode = { kind: 'named'; children: Map<string, UpdateNode> }

/** Children that apply to the array items passing a filter, by the filter's identifier. */
export type FilteredNode = { kind: 'filtered'; children: Map<string, UpdateNode> }

export type UpdateNode = Leaf | NamedNode | FilteredNode

/** Returns the identifier of `$[identifier]`, '' for `$[]`, or undefined for any other path part. */
export function filterIdentifier(part: string): string | undefined {
  return part.startsWith('$[') && part.endsWith(']') ? part.slice(2, -1) : undefined
}

/** Splits and validates an update path. Fails with 56 for empty parts and 2 for invalid positions. */
export function updateParts(path: string): string[] {
  if (path === '') fail('EmptyFieldName', 'An empty update path is not valid.')
  const parts = path.split('.')
  if (parts.includes('')) {
    fail('EmptyFieldName', `The update path '${path}' contains an empty field name, which is not allowed.`)
  }
  if (parts[0] === '$') {
    fail('BadValue', `Cannot have positional (i.e. '$') element in the first position in path '${path}'`)
  }
  if (filterIdentifier(parts[0]!) !== undefined) {
    fail(
      'BadValue',
      `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
    )
  }
  if (parts.filter((part) => part === '$').length > 1) {
    fail('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`)
  }
  return parts
}

/** Fails with 52 for a name that starts with `$`, except for DBRef fields. */
export function rejectDollarName(name: string): void {
  if (!name.startsWith('$') || DBREF_FIELDS.has(name)) return
  fail(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  )
}

const conflict = (path: string, at: string): never =>
  fail('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`)

const emptyNode = (nextPart: string): NamedNode | FilteredNode => ({
  kind: filterIdentifier(nextPart) === undefined ? 'named' : 'filtered',
  children: new Map(),
})

/**
 * Adds an operator to the tree. Fails with 40 when it conflicts with an operator on the same path, a parent or a
 * child.
 */
export function addLeaf(tree: NamedNode, leaf: Leaf): void {
  const parts = updateParts(leaf.path)
  let node: NamedNode | FilteredNode = tree
  for (const [index, part] of parts.entries()) {
    const at = parts.slice(0, index + 1).join('.')
    const existing: UpdateNode | undefined = node.children.get(childName(part))
    if (index === parts.length - 1) {
      if (existing !== undefined) conflict(leaf.path, at)
      node.children.set(childName(part), leaf)
      return
    }
    const wanted = emptyNode(parts[index + 1]!)
    if (existing === undefined) {
      node.children.set(childName(part), wanted)
      node = wanted
    } else if (existing.kind === 'leaf' || existing.kind !== wanted.kind) {
      conflict(leaf.path, at)
    } else {
      node = existing
    }
  }
}

const childName = (part: string): string => filterIdentifier(part) ?? part

/** Merges the operators of two nodes. Fails with 40 for conflicts. */
export function mergeNodes(a: UpdateNode, b: UpdateNode, path: string): UpdateNode {
  if (a.kind === 'leaf' || b.kind === 'leaf' || a.kind !== b.kind) return conflict(path, path)
  const children = new Map(a.children)
  for (const [name, child] of b.children) {
    const other = children.get(name)
    children.set(name, other === undefined ? child : mergeNodes(other, child, `${path}.${name}`))
  }
  return { kind: a.kind, children }
}

/** Compares path parts like MongoDB: names lexicographically and numbers by value. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [arrayIndex(a), arrayIndex(b)]
  if (left !== undefined && right !== undefined) return left - right
  return a < b ? -1 : a > b ? 1 : 0
}
