import { compileUpdatePipeline } from '../expressions/document-stages.ts'
import { equal, identical } from '../bson/compare.ts'
import { show } from '../bson/show.ts'
import { type Doc, type Value, isArray, isDoc, typeName } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Matcher } from '../query/match.ts'
import { applyTree } from './apply.ts'
import { ARRAY_OPERATORS } from './array-operators.ts'
import { checkIdentifiers, compileArrayFilters } from './array-filters.ts'
import { SCALAR_OPERATORS } from './scalar-operators.ts'
import { type NamedNode, addLeaf, rejectDollarName } from './tree.ts'

/** The form of an update: operators, a whole document, or pipeline stages. */
export type UpdateKind = 'operators' | 'replacement' | 'pipeline'

/** `constants` are the variables of a pipeline in addition to NOW. */
export type UpdateOptions = {
  arrayFilters?: readonly Value[]
  now: Date
  constants?: ReadonlyMap<string, Value>
}

/** `matcher` is the filter that found the document; the positional `$` needs it. */
export type UpdateTarget = { isInsert: boolean; matcher?: Matcher }

/** Returns the new document without changing the old one, or the same document when nothing would change. */
export type Update = (doc: Doc, target: UpdateTarget) => Doc

const OPERATORS = { ...SCALAR_OPERATORS, ...ARRAY_OPERATORS }

export const UPDATE_OPERATORS: readonly string[] = Object.keys(OPERATORS)

/** Returns the kind of an update. The first field distinguishes operators from a replacement. */
export function updateKind(update: Doc | readonly Value[]): UpdateKind {
  if (!isDoc(update as Value)) return 'pipeline'
  const first = (update as Doc).keys().next()
  return !first.done && first.value.startsWith('$') ? 'operators' : 'replacement'
}

/** Compiles an update. Compiling and applying fail with MongoDB's codes, such as 2, 9, 40 and 66. */
export function compileUpdate(update: Doc | readonly Value[], options: UpdateOptions): Update {
  if (!isDoc(update as Value)) return compilePipelineUpdate(update as readonly Value[], options)
  if (updateKind(update) === 'operators') return compileOperatorUpdate(update as Doc, options)
  if ((options.arrayFilters ?? []).length > 0)
    fail('FailedToParse', 'Cannot specify arrayFilters for a replacement update')
  return compileReplacement(update as Doc)
}

function compileOperatorUpdate(update: Doc, { arrayFilters = [], now }: UpdateOptions): Update {
  const tree: NamedNode = { kind: 'named', children: new Map() }
  for (const [name, fields] of update) {
    const make = Object.hasOwn(OPERATORS, name) ? OPERATORS[name as keyof typeof OPERATORS] : undefined
    if (!make) {
      return fail(
        'FailedToParse',
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      )
    }
    if (!isDoc(fields)) {
      return fail(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(fields)}}`,
      )
    }
    for (const [path, operand] of fields) for (const leaf of make(path, operand, now)) addLeaf(tree, leaf)
  }
  const filters = compileArrayFilters(arrayFilters)
  checkIdentifiers(tree, filters)
  return (doc, { isInsert, matcher }) => {
    if (!isInsert) for (const name of tree.children.keys()) rejectDollarName(name)
    const result = applyTree(tree, {
      root: doc,
      isInsert,
      position: (arrayPath) =>
        matcher?.matchPosition(doc, arrayPath) ??
        fail('BadValue', 'The positional operator did not find the match needed from the query.'),
      passes: (identifier, item) =>
        identifier === '' || filters.get(identifier)!.matches(new Map([[identifier, item]])),
    })
    const id = doc.get('_id')
    if (id !== undefined && !equal(id, result.get('_id'))) {
      fail('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'")
    }
    return result
  }
}

function compileReplacement(replacement: Doc): Update {
  for (const name of replacement.keys()) {
    rejectDollarName(name)
  }
  return (doc) => replaceDocument(doc, replacement)
}

function compilePipelineUpdate(
  stages: readonly Value[],
  { arrayFilters = [], now, constants = new Map() }: UpdateOptions,
): Update {
  if (!isArray(stages as Value)) fail('FailedToParse', 'Update argument must be either an object or an array')
  if (arrayFilters.length > 0)
    fail('FailedToParse', 'arrayFilters may not be specified for pipeline-style updates')
  const apply = compileUpdatePipeline(stages, [...constants.keys()])
  const vars = new Map<string, Value>([...constants, ['NOW', now]])
  return (doc) => replaceDocument(doc, apply(doc, vars))
}

/** Returns the replacement with the document's own `_id` first. */
function replaceDocument(doc: Doc, replacement: Doc): Doc {
  const id = doc.get('_id')
  const newId = replacement.get('_id')
  if (id !== undefined && newId !== undefined && !equal(id, newId)) {
    fail(
      'ImmutableField',
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(newId)}`,
    )
  }
  const result: Doc = new Map()
  const kept = newId === undefined ? id : newId
  if (kept !== undefined) result.set('_id', kept)
  for (const [name, value] of replacement) if (name !== '_id') result.set(name, value)
  return identical(result, doc) ? doc : result
}
