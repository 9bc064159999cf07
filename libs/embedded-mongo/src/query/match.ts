import { compileExpression } from '../expressions/expression.ts'
import type { Vars } from '../expressions/operator.ts'
import { BSONRegExp, type Doc, type Value, isArray, isDoc, isTruthy } from '../bson/values.ts'
import { fail } from '../errors.ts'
import {
  type Condition,
  compileOperators,
  isOperatorDoc,
  rejectOperator,
  regexTest,
  singleEqual,
  DBREF_FIELDS,
} from './match-operators.ts'
import { visitPath } from '../fields/paths.ts'

/** The array position at which a condition matched. */
type Found = { path: string; position: number }

type Test = (doc: Doc, found: Found[] | undefined) => boolean

export interface Matcher {
  matches(doc: Doc): boolean
  /**
   * Returns the index for the positional `$` when the document matches, otherwise undefined. If the filter matched in
   * several arrays, the one at `arrayPath` counts, otherwise the last.
   */
  matchPosition(doc: Doc, arrayPath?: string): number | undefined
  /** The top-level field names in the filter. */
  readonly fieldNames: ReadonlySet<string>
  /** Whether the filter reads no other fields. `$expr` can read all of them. */
  readonly readsOnlyThese: boolean
}

/** `vars` are the variables of `$expr` (NOW and those in `let`). `isWithinArray` forbids `$expr`. */
export type MatchOptions = { vars?: Vars; isWithinArray?: boolean }

/**
 * Compiles a filter with MongoDB's semantics. Fails with BadValue (2) for an unknown operator; the error names it.
 */
export function compileMatch(filter: Doc, options: MatchOptions = {}): Matcher {
  const test = compileFilter(filter, options)
  return {
    matches: (doc) => test(doc, undefined),
    matchPosition(doc, arrayPath) {
      const found: Found[] = []
      if (!test(doc, found)) return undefined
      return (found.findLast(({ path }) => overlaps(path, arrayPath)) ?? found.at(-1))?.position
    },
    fieldNames: new Set(firstParts(filter)),
    readsOnlyThese: !hasOtherFields(filter),
  }
}

const overlaps = (path: string, arrayPath: string | undefined): boolean =>
  `${path}.`.startsWith(`${arrayPath}.`) || `${arrayPath}.`.startsWith(`${path}.`)

function firstParts(filter: Doc): string[] {
  return [...filter].flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.', 1)[0]!]
    return isArray(value) ? value.flatMap((each) => (isDoc(each) ? firstParts(each) : [])) : []
  })
}

const hasOtherFields = (filter: Doc): boolean =>
  [...filter].some(
    ([name, value]) =>
      name === '$expr' ||
      DBREF_FIELDS.has(name) ||
      (name.startsWith('$') && isArray(value) && value.some((each) => isDoc(each) && hasOtherFields(each))),
  )

function compileFilter(filter: Doc, options: MatchOptions): Test {
  const tests: Test[] = []
  for (const [name, value] of filter) {
    if (name.startsWith('$') && !DBREF_FIELDS.has(name)) tests.push(compileTopLevel(name, value, options))
    else tests.push(...compileField(name, value, options))
  }
  return all(tests)
}

function all(tests: Test[]): Test {
  if (tests.length === 1) return tests[0]!
  return (doc, found) => tests.every((test) => test(doc, found))
}

function compileTopLevel(name: string, value: Value, options: MatchOptions): Test {
  switch (name) {
    case '$and':
      return all(compileList(name, value, options))
    case '$or': {
      const tests = compileList(name, value, options)
      return (doc, found) => tests.some((test) => isFoundBy(test, doc, found))
    }
    case '$nor': {
      const tests = compileList(name, value, options)
      return (doc) => !tests.some((test) => test(doc, undefined))
    }
    case '$expr':
      return compileExpr(value, options)
    case '$comment':
    case '$alwaysTrue':
      return () => true
    case '$alwaysFalse':
      return () => false
    default:
      return rejectOperator(name, 'unknown top level operator')
  }
}

/** Discards the positions recorded by a branch that does not match. */
function isFoundBy(test: Test, doc: Doc, found: Found[] | undefined): boolean {
  const before = found?.length ?? 0
  if (test(doc, found)) return true
  found?.splice(before)
  return false
}

function compileList(name: string, value: Value, options: MatchOptions): Test[] {
  if (!isArray(value)) return fail('BadValue', `${name} must be an array`)
  if (value.length === 0) fail('BadValue', '$and/$or/$nor must be a nonempty array')
  return value.map((item) =>
    isDoc(item)
      ? compileFilter(item, options)
      : fail('BadValue', '$or/$and/$nor entries need to be full objects'),
  )
}

function compileExpr(expression: Value, { vars = new Map(), isWithinArray }: MatchOptions): Test {
  if (isWithinArray) fail('BadValue', '$expr can only be applied to the top-level document')
  const evaluate = compileExpression(expression, vars.keys())
  return (doc) => isTruthy(evaluate(doc, vars))
}

function compileField(path: string, value: Value, options: MatchOptions): Test[] {
  if (isOperatorDoc(value)) {
    return compileOperators(value, path, (filter) =>
      compileMatch(filter, { ...options, isWithinArray: true }),
    ).map((each) => onPath(path, each))
  }
  return [onPath(path, value instanceof BSONRegExp ? regexTest(value) : singleEqual(value))]
}

/** Compiles a condition on a path: at least one of its values must pass. */
function onPath(path: string, condition: Condition): Test {
  if ('not' in condition) {
    const tests = condition.not.map((each) => onPath(path, each))
    return (doc) => !tests.every((test) => test(doc, undefined))
  }
  const parts = path.split('.')
  const { test, walksLeaf } = condition
  return (doc, found) => {
    if (found === undefined) return visitPath(doc, parts, walksLeaf, (value) => test(value))
    return visitPath(doc, parts, walksLeaf, (value, outer) => {
      const inner: { position: number | undefined } = { position: undefined }
      if (!test(value, inner)) return false
      const position = outer ?? inner.position
      if (position !== undefined) found.push({ path, position })
      return true
    })
  }
}
