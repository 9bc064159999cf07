import { align, decimalOf, exactDecimal, parseDecimal } from './decimal.ts'
import {
  type BSONRegExp,
  type BSONSymbol,
  type Binary,
  type Code,
  Decimal128,
  type Doc,
  Double,
  Int32,
  Long,
  type NumberValue,
  ObjectId,
  type Timestamp,
  type TypeName,
  type Value,
  toNumber,
  typeName,
} from './values.ts'

/** The rank of each type in BSON order, from 1 to 127; types with the same rank compare by value. */
export const TYPE_RANKS: Record<TypeName, number> = {
  minKey: 1,
  null: 5,
  int: 10,
  long: 10,
  double: 10,
  decimal: 10,
  string: 15,
  symbol: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  javascript: 60,
  javascriptWithScope: 65,
  maxKey: 127,
}

/** The rank of BSON's `undefined`. Empty arrays are sorted and indexed with this rank. */
const UNDEFINED_RANK = 2

/** Returns the rank of a value; missing values rank as BSON's `undefined`, below null. */
export function rankOf(value: Value | undefined): number {
  if (typeof value === 'string') return TYPE_RANKS.string
  if (value instanceof Int32 || value instanceof Double) return TYPE_RANKS.int
  if (value instanceof ObjectId) return TYPE_RANKS.objectId
  return value === undefined ? UNDEFINED_RANK : TYPE_RANKS[typeName(value)]
}

/** Compares values in BSON order. Numbers compare exactly across types. */
export function compare(a: Value | undefined, b: Value | undefined): number {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (a instanceof Int32 && b instanceof Int32) return a.value - b.value
  const rank = rankOf(a)
  const difference = rank - rankOf(b)
  return difference === 0 ? compareSameRank(rank, a!, b!) : difference
}

/** Returns whether values are equal in BSON order: 1 equals 1.0; documents need the same fields in the same order. */
export const equal = (a: Value | undefined, b: Value | undefined): boolean => compare(a, b) === 0

/** Returns whether values are identical in type, value and field order, so that a write can be skipped. */
export function identical(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || typeName(a) !== typeName(b)) return false
  if (a instanceof Double) return Object.is(a.value, (b as Double).value)
  if (a instanceof Decimal128) return Buffer.compare(a.bytes, (b as Decimal128).bytes) === 0
  if (Array.isArray(a)) {
    const other = b as Value[]
    return a.length === other.length && a.every((item, index) => identical(item, other[index]))
  }
  if (!(a instanceof Map)) return compare(a, b) === 0
  if (a.size !== (b as Doc).size) return false
  const others = (b as Doc).entries()
  for (const [name, value] of a) {
    const [otherName, other] = others.next().value!
    if (name !== otherName || !identical(value, other)) return false
  }
  return true
}

function compareSameRank(rank: number, a: Value, b: Value): number {
  switch (rank) {
    case TYPE_RANKS.int:
      return compareNumbers(a as NumberValue, b as NumberValue)
    case TYPE_RANKS.string:
      return compareStrings(textOf(a as string | BSONSymbol), textOf(b as string | BSONSymbol))
    case TYPE_RANKS.object:
      return compareDocs(a as Doc, b as Doc)
    case TYPE_RANKS.array:
      return compareArrays(a as Value[], b as Value[])
    case TYPE_RANKS.binData:
      return compareBinaries(a as Binary, b as Binary)
    case TYPE_RANKS.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id)
    case TYPE_RANKS.bool:
      return Number(a) - Number(b)
    case TYPE_RANKS.date:
      return (a as Date).getTime() - (b as Date).getTime()
    case TYPE_RANKS.timestamp:
      return (a as Timestamp).t - (b as Timestamp).t || (a as Timestamp).i - (b as Timestamp).i
    case TYPE_RANKS.regex: {
      const [left, right] = [a as BSONRegExp, b as BSONRegExp]
      return compareStrings(left.pattern, right.pattern) || compareStrings(left.options, right.options)
    }
    case TYPE_RANKS.javascript:
      return compareStrings((a as Code).code, (b as Code).code)
    case TYPE_RANKS.javascriptWithScope:
      return (
        compareStrings((a as Code).code, (b as Code).code) ||
        compareDocs((a as Code).scope as Doc, (b as Code).scope as Doc)
      )
    default:
      return 0
  }
}

/** Returns the text of a string or symbol. */
export const textOf = (value: string | BSONSymbol): string =>
  typeof value === 'string' ? value : value.value

/** Compares by code point, which is UTF-8 byte order; JavaScript's order differs above U+D7FF. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    const isLeftHigh = left >= 0xd800 && left <= 0xdfff
    const isRightHigh = right >= 0xd800 && right <= 0xdfff
    return isLeftHigh === isRightHigh ? left - right : isLeftHigh ? 1 : -1
  }
  return a.length - b.length
}

/** Compares exactly across int32, long, double and decimal. NaN equals NaN and is the lowest number; -0 equals 0. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const left = toNumber(a)
  const right = toNumber(b)
  if (left < right) return -1
  if (left > right) return 1
  if (left !== right) return Number(Number.isNaN(right)) - Number(Number.isNaN(left))
  // Rounding preserves order, so only values that round to the same double need an exact comparison.
  if (isExact(a, left) && isExact(b, right)) return 0
  return compareExactly(a, b)
}

const isExact = (value: NumberValue, rounded: number): boolean =>
  value instanceof Decimal128 ? false : !(value instanceof Long) || Number.isSafeInteger(rounded)

function compareExactly(a: NumberValue, b: NumberValue): number {
  if (a instanceof Long && b instanceof Long) return a.compare(b)
  const left = decimalFrom(a)
  const right = decimalFrom(b)
  if (typeof left === 'number') return typeof right === 'number' ? 0 : left
  if (typeof right === 'number') return -right
  // Values beyond the range of a double round to infinity or zero. Comparing exponents avoids huge powers of ten.
  const magnitudes = [left, right].map((d) =>
    d.coefficient === 0n ? -Infinity : d.coefficient.toString().length + d.exponent,
  )
  const sign = left.isNegative ? -1 : 1
  if (left.isNegative === right.isNegative && magnitudes[0] !== magnitudes[1])
    return (magnitudes[0]! - magnitudes[1]!) * sign
  const aligned = align(left, right)
  return aligned.left < aligned.right ? -1 : aligned.left > aligned.right ? 1 : 0
}

function decimalFrom(value: NumberValue) {
  if (value instanceof Decimal128) return parseDecimal(value)
  if (value instanceof Long) return decimalOf(value.toBigInt())
  if (value instanceof Double && !Number.isFinite(value.value)) return value.value
  return exactDecimal(value.value)
}

function compareDocs(a: Doc, b: Doc): number {
  const right = b.entries()
  for (const [name, value] of a) {
    const next = right.next()
    if (next.done) return 1
    const [otherName, other] = next.value
    const difference =
      rankOf(value) - rankOf(other) || compareStrings(name, otherName) || compare(value, other)
    if (difference !== 0) return difference
  }
  return right.next().done ? 0 : -1
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = compare(a[at], b[at])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareBinaries(a: Binary, b: Binary): number {
  return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(bytesOf(a), bytesOf(b))
}

/** Returns the bytes of a binary value, whose underlying buffer may be longer. */
export const bytesOf = (value: Binary): Uint8Array => value.buffer.subarray(0, value.position)
