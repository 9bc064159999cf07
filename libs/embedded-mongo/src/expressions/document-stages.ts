import type { Doc, Value } from '../bson/values.ts'
import { isDoc, isNumber, isTruthy, typeName } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { compileExpression } from './expression.ts'
import type { Evaluate, Vars } from './operator.ts'

/** A stage that turns one document into another. */
export type DocumentStage = (doc: Doc, vars: Vars) => Doc

type Leaf = 'include' | 'exclude' | Evaluate
type Tree = Map<string, Leaf | Tree>

const isOperator = (value: Doc): boolean => value.keys().next().value?.startsWith('$') ?? false

/** Sets a leaf at a dotted path. Throws if it collides with another path in the specification. */
function setLeaf(tree: Tree, path: string, leaf: Leaf | Tree, stage: string): void {
  const parts = path.split('.')
  if (parts.some((part) => part === ''))
    fail(40353, `FieldPath must not have empty parts: '${path}' in ${stage}`)
  const bad = parts.find((part) => part.startsWith('$'))
  if (bad !== undefined) fail(16410, `FieldPath field names may not start with '$': '${bad}' in ${stage}`)
  const last = parts.pop()!
  let at = tree
  for (const part of parts) {
    const next: Leaf | Tree = at.get(part) ?? new Map()
    if (!(next instanceof Map)) return fail(31250, `Path collision at ${path} in ${stage}`)
    at.set(part, next)
    at = next
  }
  const existing = at.get(last)
  if (existing instanceof Map && leaf instanceof Map) {
    for (const [key, value] of leaf) setLeaf(existing, key, value, stage)
  } else if (existing !== undefined) fail(31250, `Path collision at ${path} in ${stage}`)
  else at.set(last, leaf)
}

function parseTree(
  spec: Doc,
  stage: string,
  leafOf: (value: Value) => Leaf,
  variables: readonly string[],
): Tree {
  const tree: Tree = new Map()
  for (const [path, value] of spec) {
    if (isDoc(value) && !isOperator(value) && value.size > 0)
      setLeaf(tree, path, parseTree(value, stage, leafOf, variables), stage)
    else setLeaf(tree, path, leafOf(value), stage)
  }
  return tree
}

const leaves = (tree: Tree): Leaf[] =>
  [...tree.values()].flatMap((each) => (each instanceof Map ? leaves(each) : [each]))

const isComputed = (tree: Tree): boolean => leaves(tree).some((leaf) => typeof leaf === 'function')

/** Compiles `$project`: inclusion, exclusion and computed fields. */
export function compileProject(spec: Value, variables: readonly string[] = []): DocumentStage {
  if (!isDoc(spec)) return fail(15969, '$project specification must be an object')
  if (spec.size === 0)
    return fail(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    )
  const tree = parseTree(
    spec,
    '$project',
    (value) => {
      if (isDoc(value) && value.size === 0)
        return fail(51270, 'An empty sub-projection is not a valid value in $project')
      if (typeof value === 'boolean' || isNumber(value)) return isTruthy(value) ? 'include' : 'exclude'
      return compileExpression(value, variables)
    },
    variables,
  )
  const id = tree.get('_id')
  const others = leaves(new Map([...tree].filter(([key]) => key !== '_id')))
  const all = others.length > 0 ? others : leaves(tree)
  const isExclusion = all[0] === 'exclude'
  if (others.some((leaf) => (leaf === 'exclude') !== isExclusion)) {
    fail(
      isExclusion ? 31253 : 31254,
      `Invalid $project :: caused by :: Cannot do ${isExclusion ? 'inclusion in an exclusion' : 'exclusion in an inclusion'} projection`,
    )
  }
  if (isExclusion) {
    if (id === 'include') tree.delete('_id')
    return (doc) => exclude(doc, tree)
  }
  if (id === 'exclude') tree.delete('_id')
  else if (id === undefined) tree.set('_id', 'include')
  return (doc, vars) => include(doc, tree, doc, vars)
}

function exclude(doc: Doc, tree: Tree): Doc {
  const result: Doc = new Map()
  for (const [key, value] of doc) {
    const node = tree.get(key)
    if (node === undefined) result.set(key, value)
    else if (node instanceof Map) result.set(key, excludeWithin(value, node))
  }
  return result
}

const excludeWithin = (value: Value, tree: Tree): Value =>
  isDoc(value)
    ? exclude(value, tree)
    : Array.isArray(value)
      ? value.map((each) => excludeWithin(each, tree))
      : value

function include(doc: Doc, tree: Tree, root: Doc, vars: Vars): Doc {
  const result: Doc = new Map()
  for (const [key, value] of doc) {
    const node = tree.get(key)
    if (node === 'include') result.set(key, value)
    else if (node instanceof Map) {
      const kept = includeWithin(value, node, root, vars)
      if (kept !== undefined) result.set(key, kept)
    }
  }
  return compute(result, tree, root, vars, (node) => include(new Map(), node, root, vars))
}

function includeWithin(value: Value, tree: Tree, root: Doc, vars: Vars): Value | undefined {
  if (isDoc(value)) return include(value, tree, root, vars)
  if (!Array.isArray(value)) return isComputed(tree) ? include(new Map(), tree, root, vars) : undefined
  return value.flatMap((each) => {
    const kept = includeWithin(each, tree, root, vars)
    return kept === undefined ? [] : [kept]
  })
}

/** Sets computed fields; `absent` creates subdocuments that are missing. */
function compute(result: Doc, tree: Tree, root: Doc, vars: Vars, absent: (tree: Tree) => Doc): Doc {
  for (const [key, node] of tree) {
    if (typeof node === 'function') {
      const value = node(root, vars)
      if (value === undefined) result.delete(key)
      else result.set(key, value)
    } else if (node instanceof Map && !result.has(key) && isComputed(node)) result.set(key, absent(node))
  }
  return result
}

/** Compiles `$addFields` and `$set`; every field is computed from the input document. */
export function compileAddFields(
  spec: Value,
  name: string,
  variables: readonly string[] = [],
): DocumentStage {
  if (!isDoc(spec)) return fail(40272, `${name} specification stage must be an object, got ${typeName(spec)}`)
  if (spec.size === 0)
    return fail(40177, `Invalid ${name} :: caused by :: specification must have at least one field`)
  const tree = parseTree(spec, name, (value) => compileExpression(value, variables), variables)
  return (doc, vars) => addFields(doc, tree, doc, vars)
}

function addFields(doc: Doc, tree: Tree, root: Doc, vars: Vars): Doc {
  const result: Doc = new Map(doc)
  for (const [key, node] of tree)
    if (node instanceof Map && result.has(key)) result.set(key, addWithin(result.get(key)!, node, root, vars))
  return compute(result, tree, root, vars, (node) => addFields(new Map(), node, root, vars))
}

function addWithin(value: Value, tree: Tree, root: Doc, vars: Vars): Value {
  if (Array.isArray(value)) return value.map((each) => addWithin(each, tree, root, vars))
  return addFields(isDoc(value) ? value : new Map(), tree, root, vars)
}

/** Compiles `$unset` with one or more paths. */
export function compileUnset(spec: Value): DocumentStage {
  const paths = Array.isArray(spec) ? spec : [spec]
  const tree: Tree = new Map()
  if (paths.length === 0)
    fail(31119, '$unset specification must be a string or an array with at least one field')
  for (const path of paths) {
    if (typeof path !== 'string' || path === '')
      return fail(31120, '$unset specification must be a string or an array containing only string values')
    setLeaf(tree, path, 'exclude', '$unset')
  }
  return (doc) => exclude(doc, tree)
}

/** Compiles `$replaceRoot` and `$replaceWith`. */
export function compileReplace(expression: Value, variables: readonly string[] = []): DocumentStage {
  const evaluate = compileExpression(expression, variables)
  return (doc, vars) => {
    const value = evaluate(doc, vars)
    if (!isDoc(value)) {
      return fail(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was of type: ${value === undefined ? 'missing' : typeName(value)}`,
      )
    }
    return value
  }
}

/** Compiles a stage that turns one document into another; returns undefined for other stages. */
export function compileDocumentStage(
  name: string,
  spec: Value,
  variables: readonly string[] = [],
): DocumentStage | undefined {
  switch (name) {
    case '$project':
      return compileProject(spec, variables)
    case '$addFields':
    case '$set':
      return compileAddFields(spec, name, variables)
    case '$unset':
      return compileUnset(spec)
    case '$replaceWith':
      return compileReplace(spec, variables)
    case '$replaceRoot':
      if (!isDoc(spec) || spec.size !== 1 || !spec.has('newRoot'))
        return fail(40230, "$replaceRoot takes one field, 'newRoot'")
      return compileReplace(spec.get('newRoot')!, variables)
    default:
      return undefined
  }
}

/** Returns the name and specification of a stage. */
export function stageOf(stage: Value): [string, Value] {
  if (!isDoc(stage) || stage.size !== 1)
    return fail(40323, 'A pipeline stage specification object must contain exactly one field.')
  return stage.entries().next().value!
}

/**
 * Compiles an update pipeline ($addFields/$set, $project/$unset, $replaceRoot/$replaceWith). Throws for other stages.
 * The variables passed to the result must include NOW.
 */
export function compileUpdatePipeline(
  stages: readonly Value[],
  variables: readonly string[] = [],
): DocumentStage {
  const compiled = stages.map((stage) => {
    const [name, spec] = stageOf(stage)
    return (
      compileDocumentStage(name, spec, variables) ??
      fail('InvalidOptions', `${name} is not allowed to be used within an update`)
    )
  })
  return (doc, vars) => compiled.reduce((current, apply) => apply(current, vars), doc)
}
