import { identical } from '../bson/compare.ts'
import { show } from '../bson/show.ts'
import { type Doc, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { arrayIndex } from '../fields/paths.ts'
import {
  type FilteredNode,
  type NamedNode,
  type UpdateContext,
  type UpdateNode,
  compareNames,
  mergeNodes,
} from './tree.ts'

/** MongoDB's limit on how far a numeric path can extend an array. */
const MAX_PADDING = 1_500_000

/** Applies the tree to a document and returns a changed copy, or the same document when nothing changed. */
export function applyTree(tree: NamedNode, context: UpdateContext): Doc {
  return applyNode(tree, context.root, '', context) as Doc
}

function applyNode(
  node: UpdateNode,
  value: Value | undefined,
  path: string,
  context: UpdateContext,
): Value | undefined {
  if (node.kind === 'leaf') {
    if (!isActive(node, context) || (value === undefined && !node.creates)) return value
    const result = node.modify(value, context, path)
    return identical(result, value) ? value : result
  }
  if (node.kind === 'filtered') return applyToItems(node, value, path, context)
  const children = orderedChildren(node, path, context)
  if (value === undefined) return createDoc(children, path, context)
  if (isDoc(value)) return applyToDoc(children, value, path, context)
  if (isArray(value)) return applyToArray(children, value, path, context)
  for (const [name, child] of children) rejectToCreate(name, child, value, path, context)
  return value
}

type Children = [string, UpdateNode][]

/** Returns a node's children in MongoDB's order, with `$` resolved to an index. */
function orderedChildren(node: NamedNode, path: string, context: UpdateContext): Children {
  const positional = node.children.get('$')
  if (positional === undefined) return [...node.children].sort(([a], [b]) => compareNames(a, b))
  const name = String(context.position(path))
  const children = new Map(node.children)
  children.delete('$')
  const other = children.get(name)
  children.set(name, other === undefined ? positional : mergeNodes(other, positional, join(path, name)))
  return [...children].sort(([a], [b]) => compareNames(a, b))
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const isActive = (node: UpdateNode, context: UpdateContext): boolean =>
  node.kind === 'leaf' ? (node.isActive?.(context) ?? true) : true

/** Returns whether a node would create a missing path. */
function creates(node: UpdateNode, context: UpdateContext): boolean {
  if (node.kind === 'leaf') return node.creates && isActive(node, context)
  return node.kind === 'filtered' || [...node.children.values()].some((child) => creates(child, context))
}

function rejectToCreate(
  name: string,
  child: UpdateNode,
  value: Value,
  path: string,
  context: UpdateContext,
): void {
  if (!creates(child, context)) return
  const field = path.slice(path.lastIndexOf('.') + 1)
  fail('PathNotViable', `Cannot create field '${name}' in element {${field}: ${show(value)}}`)
}

function createDoc(children: Children, path: string, context: UpdateContext): Doc | undefined {
  const doc: Doc = new Map()
  for (const [name, child] of children) {
    const result = applyNode(child, undefined, join(path, name), context)
    if (result !== undefined) doc.set(name, result)
  }
  return doc.size === 0 ? undefined : doc
}

function applyToDoc(children: Children, doc: Doc, path: string, context: UpdateContext): Doc {
  let copy: Doc | undefined
  for (const [name, child] of children) {
    const existing = doc.get(name)
    const result = applyNode(child, existing, join(path, name), context)
    if (result === existing) continue
    copy ??= new Map(doc)
    if (result === undefined) copy.delete(name)
    else copy.set(name, result)
  }
  return copy ?? doc
}

function applyToArray(children: Children, items: Value[], path: string, context: UpdateContext): Value[] {
  let copy: Value[] | undefined
  for (const [name, child] of children) {
    const index = arrayIndex(name)
    if (index === undefined) {
      rejectToCreate(name, child, items, path, context)
      continue
    }
    const existing = items[index]
    const result = applyNode(child, existing, join(path, name), context)
    if (result === existing) continue
    copy ??= [...items]
    if (index - copy.length > MAX_PADDING) {
      fail('CannotMutateObject', `Cannot extend the array at '${path}' by more than ${MAX_PADDING} items`)
    }
    while (copy.length < index) copy.push(null)
    // A removed item is replaced with null, so that the other items keep their positions.
    copy[index] = result ?? null
  }
  return copy ?? items
}

function applyToItems(
  node: FilteredNode,
  value: Value | undefined,
  path: string,
  context: UpdateContext,
): Value[] {
  if (value === undefined) {
    return fail('BadValue', `The path '${path}' must exist in the document in order to apply array updates.`)
  }
  if (!isArray(value)) {
    const field = path.slice(path.lastIndexOf('.') + 1)
    return fail('BadValue', `Cannot apply array updates to non-array element ${field}: ${show(value)}`)
  }
  const result = value.map((item, index) => {
    const at = join(path, String(index))
    const nodes = [...node.children]
      .filter(([identifier]) => context.passes(identifier, item))
      .map(([, child]) => child)
    if (nodes.length === 0) return item
    return (
      applyNode(
        nodes.reduce((a, b) => mergeNodes(a, b, at)),
        item,
        at,
        context,
      ) ?? null
    )
  })
  return result.every((item, index) => item === value[index]) ? value : result
}
