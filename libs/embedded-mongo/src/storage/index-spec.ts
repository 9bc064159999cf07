import { encode } from '../bson/codec.ts'
import { equal } from '../bson/compare.ts'
import { type Doc, Int32, type Value, isDoc, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { type Matcher, compileMatch } from '../query/match.ts'

/** An index: its definition as in `listIndexes`, and the parts of it that are needed often. */
export interface IndexInfo {
  readonly id: number
  readonly name: string
  readonly key: Doc
  readonly paths: readonly string[]
  readonly directions: readonly (1 | -1)[]
  readonly isUnique: boolean
  readonly isSparse: boolean
  readonly partial: { filter: Doc; matcher: Matcher } | undefined
  spec: Doc
  expireAfterSeconds: number | undefined
  isHidden: boolean
  /** Set once a document has an array on one of the paths; never unset. */
  isMultikey: boolean
  /** Set once a key is stored truncated; the order of such an index is only approximate. */
  hasTruncatedKeys: boolean
  /** False while the index is being built; the planner must not use it. */
  isReady: boolean
  /** The first commit whose snapshots contain all of the index's entries. */
  readySince: number
}

/** The options that an index definition may contain. */
export const INDEX_OPTIONS: ReadonlySet<string> = new Set([
  'v',
  'key',
  'name',
  'ns',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'hidden',
  'collation',
])

/** Returns MongoDB's default name for an index, such as `a_1_b_-1`. */
export const defaultName = (key: Doc): string =>
  [...key].map(([path, direction]) => `${path}_${isNumber(direction) ? toNumber(direction) : '?'}`).join('_')

/** Index types that MongoDB supports and this database does not. */
export const UNSUPPORTED_INDEX_TYPES = ['2d', '2dsphere', 'columnstore', 'geoHaystack', 'hashed', 'text']

function checkKey(key: Value | undefined): Doc {
  if (!isDoc(key)) fail('TypeMismatch', "The field 'key' of an index must be an object such as { email: 1 }")
  if (key.size === 0) fail('CannotCreateIndex', 'Index keys cannot be an empty object')
  for (const [path, direction] of key) {
    if (path === '' || path.split('.').includes('')) {
      fail('CannotCreateIndex', `Index key '${path}' is not a field path: it has an empty part`)
    }
    if (path.startsWith('$') && path !== '$**')
      fail('CannotCreateIndex', `Index key '${path}' must not start with '$'`)
    if (path.includes('$**')) unsupported('A wildcard index')
    if (typeof direction === 'string') {
      if (UNSUPPORTED_INDEX_TYPES.includes(direction)) unsupported(`An index of type '${direction}'`)
      fail('CannotCreateIndex', `Unknown index plugin '${direction}'`)
    }
    if (!isNumber(direction) || toNumber(direction) === 0 || Number.isNaN(toNumber(direction))) {
      fail('CannotCreateIndex', `The direction of '${path}' in an index key must be a number other than 0`)
    }
  }
  return key
}

function checkPartial(filter: Value | undefined, isInside = false): Doc | undefined {
  if (filter === undefined) return undefined
  if (!isDoc(filter)) fail('CannotCreateIndex', "'partialFilterExpression' must be an object")
  const allowed = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in', '$and', '$or'])
  for (const [name, value] of filter) {
    if (name.startsWith('$') && !allowed.has(name)) {
      fail('CannotCreateIndex', `'${name}' is not allowed in a partialFilterExpression`)
    }
    if (name === '$exists' && !isTruthy(value)) {
      fail('CannotCreateIndex', "'$exists: false' is not allowed in a partialFilterExpression")
    }
    if (name === '$and' || name === '$or')
      for (const item of Array.isArray(value) ? value : []) checkPartial(item, true)
    else if (isDoc(value) && [...value.keys()].some((key) => key.startsWith('$'))) checkPartial(value, true)
  }
  if (!isInside) compileMatch(filter)
  return filter
}

/** Rejects collations other than the simple one. */
export function checkCollation(collation: Value | undefined): void {
  if (collation === undefined || collation === null) return
  if (isDoc(collation) && (collation.size === 0 || collation.get('locale') === 'simple')) return
  unsupported("A collation other than { locale: 'simple' }")
}

/**
 * Validates an index definition of `createIndexes` and adds `v` and `name` when they are missing. Fails with
 * MongoDB's codes.
 */
export function parseIndexSpec(given: Doc): Doc {
  const key = checkKey(given.get('key'))
  for (const option of given.keys()) {
    if (!INDEX_OPTIONS.has(option)) {
      if (
        [
          'weights',
          'default_language',
          '2dsphereIndexVersion',
          'bits',
          'min',
          'max',
          'wildcardProjection',
        ].includes(option)
      ) {
        unsupported(`The index option '${option}'`)
      }
      fail('InvalidOptions', `The field '${option}' is not valid for an index specification`)
    }
  }
  checkCollation(given.get('collation'))
  const spec: Doc = new Map<string, Value>([
    ['v', new Int32(2)],
    ['key', key],
    ['name', given.get('name') ?? defaultName(key)],
  ])
  if (typeof spec.get('name') !== 'string') fail('TypeMismatch', 'The name of an index must be a string')
  const isIdIndex = key.size === 1 && key.has('_id')
  for (const flag of ['unique', 'sparse', 'hidden']) {
    const value = given.get(flag)
    if (value === undefined || value === null || !isTruthy(value)) continue
    if (isIdIndex && flag !== 'unique') {
      fail(
        flag === 'hidden' ? 'BadValue' : 'InvalidIndexSpecificationOption',
        `The _id index cannot be ${flag}`,
      )
    }
    if (!isIdIndex) spec.set(flag, true)
  }
  const partial = checkPartial(given.get('partialFilterExpression'))
  if (partial !== undefined) {
    if (spec.has('sparse')) fail('CannotCreateIndex', 'An index cannot be both sparse and partial')
    if (isIdIndex) fail('InvalidIndexSpecificationOption', 'The _id index cannot be partial')
    spec.set('partialFilterExpression', partial)
  }
  const expiry = given.get('expireAfterSeconds')
  if (expiry !== undefined) {
    if (!isNumber(expiry)) fail('TypeMismatch', "'expireAfterSeconds' must be a number")
    const seconds = toNumber(expiry)
    if (!(seconds >= 0 && seconds <= 2147483647)) {
      fail('CannotCreateIndex', "'expireAfterSeconds' must be between 0 and 2147483647")
    }
    if (key.size > 1)
      fail('CannotCreateIndex', 'A TTL index has one field; compound indexes do not support TTL')
    if (isIdIndex) fail('InvalidIndexSpecificationOption', 'The _id index cannot have a TTL')
    spec.set('expireAfterSeconds', expiry)
  }
  return spec
}

/** Returns whether two definitions are equal except for `name` and `v`. */
export function isSameIndex(a: Doc, b: Doc): boolean {
  const strip = (spec: Doc): Doc => new Map([...spec].filter(([name]) => name !== 'name' && name !== 'v'))
  const first = strip(a)
  const second = strip(b)
  return (
    first.size === second.size &&
    [...first].every(([name, value]) => {
      const other = second.get(name)
      return other !== undefined && equal(value, other)
    })
  )
}

/** Returns whether two indexes have the same key pattern, in order and direction. */
export const isSameKey = (a: Doc, b: Doc): boolean =>
  a.size === b.size && Buffer.compare(encode(directionsOf(a)), encode(directionsOf(b))) === 0

const directionsOf = (key: Doc): Doc =>
  new Map([...key].map(([path, value]) => [path, new Int32(isNumber(value) && toNumber(value) < 0 ? -1 : 1)]))

/** Creates an IndexInfo from a validated definition. */
export function openIndex(
  id: number,
  spec: Doc,
  flags: Pick<IndexInfo, 'isMultikey' | 'hasTruncatedKeys' | 'isReady'>,
): IndexInfo {
  const key = spec.get('key') as Doc
  const filter = spec.get('partialFilterExpression')
  const expiry = spec.get('expireAfterSeconds')
  return {
    id,
    name: spec.get('name') as string,
    key,
    paths: [...key.keys()],
    directions: [...directionsOf(key).values()].map((value) => ((value as Int32).value < 0 ? -1 : 1)),
    isUnique: spec.get('unique') === true,
    isSparse: spec.get('sparse') === true,
    partial: isDoc(filter) ? { filter, matcher: compileMatch(filter) } : undefined,
    spec,
    expireAfterSeconds: isNumber(expiry) ? toNumber(expiry) : undefined,
    isHidden: spec.get('hidden') === true,
    readySince: 0,
    ...flags,
  }
}
