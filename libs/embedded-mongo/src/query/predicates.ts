import { compare, equal, rankOf } from '../bson/compare.ts'
import {
  type Bounds,
  type Direction,
  encodeField,
  fieldBounds,
  prefixBounds,
  successor,
  typeBounds,
} from '../bson/keys.ts'
import { ALL_BOUNDS } from '../bson/keys.ts'
import {
  BSONRegExp,
  type Doc,
  MaxKey,
  MinKey,
  ObjectId,
  type Value,
  isArray,
  isDoc,
  isNumber,
  isTruthy,
  toNumber,
} from '../bson/values.ts'
import { arrayIndex } from '../fields/paths.ts'
import { literalPrefix } from '../bson/regexp.ts'

/** A necessary condition on one path. Index bounds derived from it may include values that do not match. */
export interface Predicate {
  operator: '$eq' | '$in' | '$gt' | '$gte' | '$lt' | '$lte' | '$exists' | '$regex' | '$type'
  value: Value
  /** Whether it is inside `$elemMatch`, which MongoDB ignores when it decides whether to use a partial index. */
  isInElement: boolean
}

/** A filter's requirements: conditions by path, and `$or` lists. At least one branch of each list must match. */
export interface FilterConditions {
  paths: Map<string, Predicate[]>
  ors: Doc[][]
  /** Whether these are all of the filter's requirements. */
  isComplete: boolean
}

/** The location of a filter's fields: their parent path, and whether they are inside `$elemMatch`. */
interface Place {
  under: string
  isInElement: boolean
}

const TOP: Place = { under: '', isInElement: false }

const COMPARISONS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists', '$regex', '$type'])

/** Extracts a filter's conditions that an index can serve; the matcher checks the rest. */
export function conditionsOf(
  filter: Doc,
  conditions: FilterConditions = { paths: new Map(), ors: [], isComplete: true },
  place: Place = TOP,
): FilterConditions {
  for (const [name, value] of filter) {
    if (name === '$and') {
      for (const item of isArray(value) ? value : []) if (isDoc(item)) conditionsOf(item, conditions, place)
    } else if (name === '$or') {
      const branches = (isArray(value) ? value : []).filter((item) => isDoc(item))
      if (branches.length === 1) conditionsOf(branches[0]!, conditions, place)
      else if (!place.isInElement && branches.length > 1) conditions.ors.push(branches)
      else conditions.isComplete = false
    } else if (name.startsWith('$')) conditions.isComplete = false
    else addField(conditions, place.under + name, value, place.isInElement)
  }
  return conditions
}

function addField(conditions: FilterConditions, path: string, value: Value, isInElement: boolean): void {
  const hasIndex = path.split('.').some((part) => arrayIndex(part) !== undefined)
  const add = (operator: Predicate['operator'], operand: Value): void => {
    // Below an array, a number can be an index or a name. The matcher may find no field where the index has a value,
    // and it reads a nested array as a document with numeric names, which the index does not contain.
    if (hasIndex && (isInElement || !impliesExists({ operator, value: operand, isInElement }))) {
      conditions.isComplete = false
      return
    }
    const predicate = { operator, value: operand, isInElement }
    const list = conditions.paths.get(path)
    if (list === undefined) conditions.paths.set(path, [predicate])
    else list.push(predicate)
  }
  if (value instanceof BSONRegExp) return add('$regex', value)
  if (!isDoc(value) || !isOperators(value)) return add('$eq', value)
  for (const [operator, operand] of value) {
    if (operator === '$regex') {
      const options = value.get('$options')
      const pattern = operand instanceof BSONRegExp ? operand.pattern : operand
      const flags =
        typeof options === 'string' ? options : operand instanceof BSONRegExp ? operand.options : ''
      if (typeof pattern === 'string') add('$regex', new BSONRegExp(pattern, flags))
    } else if (operator === '$all' && isArray(operand)) {
      for (const item of operand)
        if (!isDoc(item) || !isOperators(item)) add(item instanceof BSONRegExp ? '$regex' : '$eq', item)
        else conditions.isComplete = false
    } else if (operator === '$elemMatch' && isDoc(operand)) {
      conditions.isComplete = false
      if (!isOperators(operand)) conditionsOf(operand, conditions, { under: `${path}.`, isInElement: true })
      // `$elemMatch` and `$all` apply to a nested array here, whose items have no separate index entries.
      else if (!operand.has('$elemMatch') && !operand.has('$all')) addField(conditions, path, operand, true)
    } else if (COMPARISONS.has(operator)) add(operator as Predicate['operator'], operand)
    else if (operator !== '$options') conditions.isComplete = false
  }
}

const isOperators = (doc: Doc): boolean => {
  const first = doc.keys().next().value
  return (
    first !== undefined &&
    first.startsWith('$') &&
    !['$ref', '$id', '$db', '$and', '$or', '$nor'].includes(first)
  )
}

/** Returns the ranges of field values that a predicate can match, or undefined when an index cannot express it. */
export function boundsOf({ operator, value }: Predicate, direction: Direction): Bounds[] | undefined {
  if (operator === '$in') {
    if (!isArray(value)) return undefined
    const all: Bounds[] = []
    for (const item of value) {
      const bounds = boundsOf(
        { operator: item instanceof BSONRegExp ? '$regex' : '$eq', value: item, isInElement: false },
        direction,
      )
      if (bounds === undefined) return undefined
      all.push(...bounds)
    }
    return all
  }
  if (operator === '$exists') return isTruthy(value) ? [ALL_BOUNDS] : [pointBounds(null, direction)]
  if (operator === '$regex') return regexBounds(value as BSONRegExp, direction)
  if (operator === '$type') return undefined
  if (isArray(value) || value instanceof MinKey || value instanceof MaxKey) return undefined
  if (operator === '$eq') return [pointBounds(value, direction)]
  if (value === null)
    return operator === '$gte' || operator === '$lte' ? [pointBounds(null, direction)] : undefined
  if (value instanceof BSONRegExp || (isNumber(value) && Number.isNaN(toNumber(value)))) return undefined
  return [fieldBounds(operator, value, direction)]
}

function pointBounds(value: Value, direction: Direction): Bounds {
  const low = encodeField(value, direction)
  return { low, high: successor(low) }
}

/**
 * Returns whether each of the predicate's ranges is a single value, so that the next field of a compound index can
 * narrow the scan.
 */
export const isPoint = ({ operator, value }: Predicate): boolean =>
  operator === '$eq' ||
  (operator === '$in' && isArray(value) && !value.some((item) => item instanceof BSONRegExp))

function regexBounds(regex: BSONRegExp, direction: Direction): Bounds[] | undefined {
  const prefix = literalPrefix(regex)
  const strings = prefix === undefined ? typeBounds(rankOf(''), direction) : prefixBounds(prefix, direction)
  return [strings, typeBounds(rankOf(regex), direction)]
}

/**
 * Returns whether the predicate's bounds contain exactly the matches, in an index without arrays. Excludes ordered
 * comparisons of numbers, because NaN is in the range but never matches.
 */
export function isExact({ operator, value }: Predicate): boolean {
  if (operator === '$in') return isArray(value) && value.every((item) => isPlain(item))
  if (operator === '$eq') return isPlain(value)
  if (operator === '$exists' || operator === '$regex' || operator === '$type') return false
  return typeof value === 'string' || value instanceof Date || value instanceof ObjectId
}

const isPlain = (value: Value): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  isNumber(value) ||
  value instanceof Date ||
  value instanceof ObjectId

/** Returns whether a filter consists only of field comparisons, so that `conditionsOf` covers it completely. */
export function isPlainFilter(filter: Doc): boolean {
  for (const [name, value] of filter) {
    if (name === '$and') {
      if (!isArray(value) || !value.every((item) => isDoc(item) && isPlainFilter(item))) return false
    } else if (name.startsWith('$')) return false
    else if (isDoc(value) && ![...value.keys()].every((operator) => EXACT_OPERATORS.has(operator)))
      return false
  }
  return true
}

const EXACT_OPERATORS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in'])

/**
 * Returns whether a predicate requires the path to exist. Equality with null does not: it also matches missing paths.
 */
export function impliesExists({ operator, value }: Predicate): boolean {
  if (operator === '$exists') return isTruthy(value)
  if (operator === '$type') return false
  if (operator === '$in') return isArray(value) && value.every((item) => item !== null)
  return value !== null && !(value instanceof MinKey) && !(value instanceof MaxKey)
}

/**
 * Returns whether MongoDB concludes that every document that matches `query` also matches `index`, a predicate of a
 * partial filter on the same path. Like MongoDB, compares only predicates of the same kind: a date as a bound does not
 * imply `$type: 'date'`.
 */
export function implies(query: Predicate, index: Predicate): boolean {
  if (query.isInElement) return false
  if (query.operator === index.operator && equal(query.value, index.value)) return true
  if (index.operator === '$exists')
    return isTruthy(index.value) && (query.operator === '$type' || impliesExists(query))
  if (index.operator === '$in') return equalities(index)?.some((each) => implies(query, each)) ?? false
  if (query.operator === '$in') return equalities(query)?.every((each) => implies(each, index)) ?? false
  return impliesBound(query, index)
}

/** Returns the equality conditions of an `$in`, or undefined when it contains a regular expression. */
function equalities({ value }: Predicate): Predicate[] | undefined {
  if (!isArray(value) || value.some((item) => item instanceof BSONRegExp)) return undefined
  return value.map((item) => ({ operator: '$eq', value: item, isInElement: false }))
}

function impliesBound(query: Predicate, index: Predicate): boolean {
  if (rankOf(query.value) !== rankOf(index.value) || isArray(query.value)) return false
  const isNaN = [query, index].map(({ value }) => isNumber(value) && Number.isNaN(toNumber(value)))
  if (isNaN.includes(true))
    return !isNaN.includes(false) && INCLUSIVE.has(query.operator) && INCLUSIVE.has(index.operator)
  const order = compare(query.value, index.value)
  if (order === 0 && query.operator === index.operator) return true
  const isSameSide = query.operator === '$eq' || query.operator.slice(0, 3) === index.operator.slice(0, 3)
  return isSameSide && (WITHIN.get(index.operator)?.(order) ?? false)
}

/** Tests by operator, which return whether a value is within a bound, given how it compares with the bound. */
const WITHIN = new Map<string, (order: number) => boolean>([
  ['$lt', (order) => order < 0],
  ['$lte', (order) => order <= 0],
  ['$gt', (order) => order > 0],
  ['$gte', (order) => order >= 0],
])

const INCLUSIVE = new Set(['$eq', '$gte', '$lte'])
