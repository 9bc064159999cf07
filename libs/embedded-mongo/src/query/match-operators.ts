import { compare, equal, rankOf } from '../bson/compare.ts'
import { exactLong, truncatedLong } from '../bson/integers.ts'
import { show } from '../bson/show.ts'
import {
  BSONRegExp,
  BSONSymbol,
  type Doc,
  MaxKey,
  MinKey,
  type Value,
  isArray,
  isDoc,
  isNumber,
  isTruthy,
  toNumber,
} from '../bson/values.ts'
import { fail } from '../errors.ts'
import { bitsTest } from './match-bits.ts'
import { typeTest } from './match-type.ts'
import { arrayAsDoc } from '../fields/paths.ts'
import { compileRegExp } from '../bson/regexp.ts'

/**
 * Tests one value (undefined when the path is missing). `$elemMatch` and similar operators report the matched index.
 */
type SingleTest = (value: Value | undefined, found?: { position: number | undefined }) => boolean

/** A test of single values. `walksLeaf`: whether it also tests the items of an array at the end of the path. */
type Single = { test: SingleTest; walksLeaf: boolean }

/** An operator's condition on a path: some value passes the test, or not all conditions in `not` hold. */
export type Condition = Single | { not: Condition[] }

/** Compiles the filter inside `$elemMatch`. */
type CompileFilter = (filter: Doc) => { matches(doc: Doc): boolean }

const walking = (test: SingleTest): Single => ({ test, walksLeaf: true })
const not = (condition: Condition): Condition => ({ not: [condition] })

/**
 * Returns whether a value is a document of operators (`{ $gt: 1 }`) and not a value to compare with. A DBRef is a
 * value.
 */
export function isOperatorDoc(value: Value): value is Doc {
  if (!isDoc(value)) return false
  const first = value.keys().next()
  return !first.done && first.value.startsWith('$') && !(value.has('$ref') && value.has('$id'))
}

/** The fields of a DBRef. They start with `$` but are not operators. */
export const DBREF_FIELDS: ReadonlySet<string> = new Set(['$ref', '$id', '$db'])

/** Compiles equality with a plain value in a filter; null also matches missing fields. */
export function singleEqual(operand: Value): Single {
  if (typeof operand === 'string') {
    return walking((value) => value === operand || (value instanceof BSONSymbol && value.value === operand))
  }
  return walking(comparison('$eq', operand))
}

/** Compiles a regular expression, which matches strings and the same expression stored as a value. */
export function regexTest(regex: BSONRegExp): Single {
  const expression = compileRegExp(regex.pattern, regex.options)
  return walking((value) => {
    if (typeof value === 'string') return expression.test(value)
    if (value instanceof BSONSymbol) return expression.test(value.value)
    return value instanceof BSONRegExp && equal(value, regex)
  })
}

/** An operator's context: its sibling operators, its path, and the filter compiler. */
type Scope = { operators: Doc; path: string; compileFilter: CompileFilter }

type CompileOperator = (operand: Value, scope: Scope, name: string) => Condition[]

const ordered: CompileOperator = (operand, { path }, name) => {
  if (operand instanceof BSONRegExp)
    fail('BadValue', `Can't have RegEx as arg to predicate over field '${path}'.`)
  return [walking(comparison(name as '$gt', operand))]
}

const bits: CompileOperator = (operand, _, name) => [walking(bitsTest(name, operand))]

const OPERATORS: Readonly<Record<string, CompileOperator>> = {
  $eq: (operand) => [singleEqual(operand)],
  $ne(operand) {
    if (operand instanceof BSONRegExp) fail('BadValue', "Can't have regex as arg to $ne.")
    return [not(singleEqual(operand))]
  },
  $gt: ordered,
  $gte: ordered,
  $lt: ordered,
  $lte: ordered,
  $in: (operand, _, name) => [compileIn(name, operand)],
  $nin: (operand, _, name) => [not(compileIn(name, operand))],
  $exists(operand) {
    const exists = walking((value) => value !== undefined)
    return [isTruthy(operand) ? exists : not(exists)]
  },
  $type: (operand, { path }) => [walking(typeTest(operand, path))],
  $size: (operand) => [compileSize(operand)],
  $mod: (operand) => [compileMod(operand)],
  $regex: (operand, { operators }) => [compileRegex(operand, operators.get('$options'))],
  $options: (_, { operators }) =>
    operators.has('$regex') ? [] : fail('BadValue', '$options needs a $regex'),
  $not: (operand, { path, compileFilter }) => [compileNot(operand, path, compileFilter)],
  $all: (operand, { compileFilter }) => compileAll(operand, compileFilter),
  $elemMatch: (operand, { path, compileFilter }) => [compileElemMatch(operand, path, compileFilter)],
  $bitsAllSet: bits,
  $bitsAnySet: bits,
  $bitsAllClear: bits,
  $bitsAnyClear: bits,
  $comment: () => [],
}

/** The supported field operators and top-level operators, and MongoDB's operators that are not supported. */
export const QUERY_OPERATORS = {
  field: Object.keys(OPERATORS),
  topLevel: ['$and', '$or', '$nor', '$expr', '$comment', '$alwaysTrue', '$alwaysFalse'],
  unsupported: [
    '$where',
    '$text',
    '$jsonSchema',
    '$sampleRate',
    '$near',
    '$nearSphere',
    '$geoWithin',
    '$geoIntersects',
    '$within',
    '$geoNear',
    '$maxDistance',
    '$minDistance',
  ],
} as const

/** Compiles `{ $gt: 1, $lt: 5 }` on one field; all returned conditions must hold. */
export function compileOperators(operators: Doc, path: string, compileFilter: CompileFilter): Condition[] {
  return [...operators].flatMap(([name, operand]) => {
    const compile = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
    return compile
      ? compile(operand, { operators, path, compileFilter }, name)
      : rejectOperator(name, 'unknown operator')
  })
}

/** Fails with BadValue (2). The message distinguishes unsupported operators from unknown ones. */
export function rejectOperator(name: string, unknown: string): never {
  const isKnown = (QUERY_OPERATORS.unsupported as readonly string[]).includes(name)
  return fail(
    'BadValue',
    isKnown ? `${name} is not supported by the embedded database` : `${unknown}: ${name}`,
  )
}

const isNaNValue = (value: Value | undefined): boolean => isNumber(value) && Number.isNaN(toNumber(value))

/** Compares within one type only; MinKey and MaxKey compare with every type; NaN equals only NaN. */
function comparison(operator: '$eq' | '$gt' | '$gte' | '$lt' | '$lte', operand: Value): SingleTest {
  const rank = rankOf(operand)
  const isOperandNaN = isNaNValue(operand)
  const includesEqual = operator === '$eq' || operator.endsWith('e')
  const sign = operator === '$eq' ? 0 : operator.startsWith('$g') ? 1 : -1
  return (value) => {
    if (value === undefined && operand === null) return includesEqual
    if (rankOf(value) !== rank) {
      return (sign === 1 && operand instanceof MinKey) || (sign === -1 && operand instanceof MaxKey)
    }
    const difference = compare(value, operand)
    if (difference === 0) return includesEqual
    if (Math.sign(difference) !== sign) return false
    return !isOperandNaN && !isNaNValue(value)
  }
}

function compileIn(name: string, operand: Value): Single {
  if (!isArray(operand)) return fail('BadValue', `${name} needs an array`)
  for (const item of operand) if (isOperatorDoc(item)) fail('BadValue', 'cannot nest $ under $in')
  const patterns = operand.filter((item) => item instanceof BSONRegExp).map((item) => regexTest(item).test)
  const sorted = operand.filter((item) => !(item instanceof BSONRegExp)).sort(compare)
  const hasNull = sorted.includes(null)
  return walking((value) => {
    if (value === undefined) return hasNull
    return includesSorted(sorted, value) || patterns.some((test) => test(value))
  })
}

function includesSorted(sorted: Value[], value: Value): boolean {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const difference = compare(sorted[middle], value)
    if (difference === 0) return true
    if (difference < 0) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** Compiles `$all`: every item must match; an empty list matches nothing. */
function compileAll(operand: Value, compileFilter: CompileFilter): Single[] {
  if (!isArray(operand)) return fail('BadValue', '$all needs an array')
  if (operand.length === 0) return [walking(() => false)]
  const isElemMatch = (item: Value): item is Doc => isDoc(item) && item.keys().next().value === '$elemMatch'
  if (isElemMatch(operand[0]!)) {
    return operand.map((item) => {
      if (!isElemMatch(item)) return fail('BadValue', '$all/$elemMatch has to be consistent')
      return compileElemMatch(item.get('$elemMatch')!, '', compileFilter)
    })
  }
  return operand.map((item) => {
    if (isOperatorDoc(item)) return fail('BadValue', 'no $ expressions in $all')
    return item instanceof BSONRegExp ? regexTest(item) : singleEqual(item)
  })
}

function compileRegex(operand: Value, options: Value | undefined): Single {
  if (options !== undefined && typeof options !== 'string') fail('BadValue', '$options has to be a string')
  if (operand instanceof BSONRegExp) {
    if (operand.options !== '' && options !== undefined)
      fail(51075, 'options set in both $regex and $options')
    return regexTest(options === undefined ? operand : new BSONRegExp(operand.pattern, sortedFlags(options)))
  }
  if (typeof operand !== 'string') return fail('BadValue', '$regex has to be a string')
  return regexTest(new BSONRegExp(operand, sortedFlags(options ?? '')))
}

/** Rejects unknown flags with MongoDB's error, because bson would throw a different one. */
function sortedFlags(options: Value): string {
  const flags = String(options as string)
  for (const flag of flags) if (!'imsxu'.includes(flag)) fail(51108, `invalid flag in regex options: ${flag}`)
  return flags
}

/** Compiles `$not`, which negates all inner conditions together. */
function compileNot(operand: Value, path: string, compileFilter: CompileFilter): Condition {
  if (operand instanceof BSONRegExp) return not(regexTest(operand))
  if (!isDoc(operand)) return fail('BadValue', '$not needs a regex or a document')
  if (operand.size === 0) fail('BadValue', '$not cannot be empty')
  return { not: compileOperators(operand, path, compileFilter) }
}

function compileSize(operand: Value): Single {
  const reject = (reason: string): never =>
    fail('BadValue', `Failed to parse $size. ${reason} in: $size: ${show(operand)}`)
  if (!isNumber(operand)) return reject('Expected a number')
  const size = exactLong(operand) ?? reject('Expected an integer')
  if (size < 0n) reject('Expected a non-negative number')
  return { test: (value) => isArray(value) && BigInt(value.length) === size, walksLeaf: false }
}

function compileMod(operand: Value): Single {
  if (!isArray(operand)) return fail('BadValue', 'malformed mod, needs to be an array')
  if (operand.length < 2) fail('BadValue', 'malformed mod, not enough elements')
  if (operand.length > 2) fail('BadValue', 'malformed mod, too many elements')
  const [divisor, remainder] = operand.map((item, index) => {
    const what = index === 0 ? 'divisor' : 'remainder'
    if (!isNumber(item)) return fail('BadValue', `malformed mod, ${what} not a number`)
    return (
      truncatedLong(item) ??
      fail('BadValue', `malformed mod, ${what} value is invalid: it does not fit 64 bits`)
    )
  })
  if (divisor === 0n) fail('BadValue', 'divisor cannot be 0')
  return walking((value) => {
    const dividend = isNumber(value) ? truncatedLong(value) : undefined
    return dividend !== undefined && dividend % divisor! === remainder
  })
}

/**
 * Compiles `$elemMatch`: operators test the items themselves; any other filter applies to items that are documents.
 */
function compileElemMatch(operand: Value, path: string, compileFilter: CompileFilter): Single {
  if (!isDoc(operand)) return fail('BadValue', '$elemMatch needs an Object')
  const test = elementTest(operand, path, compileFilter)
  return {
    test(value, found) {
      if (!isArray(value)) return false
      const index = value.findIndex(test)
      if (index === -1) return false
      if (found) found.position = index
      return true
    },
    walksLeaf: false,
  }
}

function elementTest(operand: Doc, path: string, compileFilter: CompileFilter): (item: Value) => boolean {
  if (
    isOperatorDoc(operand) &&
    !DBREF_FIELDS.has(operand.keys().next().value!) &&
    !(QUERY_OPERATORS.topLevel as readonly string[]).includes(operand.keys().next().value!)
  ) {
    const conditions = compileOperators(operand, path, compileFilter)
    return (item) => conditions.every((condition) => holds(condition, item))
  }
  const matcher = compileFilter(operand)
  return (item) => {
    if (isDoc(item)) return matcher.matches(item)
    return isArray(item) && matcher.matches(arrayAsDoc(item))
  }
}

function holds(condition: Condition, value: Value): boolean {
  if ('not' in condition) return !condition.not.every((each) => holds(each, value))
  return condition.test(value)
}
