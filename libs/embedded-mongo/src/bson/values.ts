import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson'

export {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
}

export type NumberValue = Int32 | Double | Long | Decimal128

/** A BSON value with its exact type. A missing field is JavaScript's `undefined`, never a Value. */
export type Value =
  | null
  | boolean
  | string
  | NumberValue
  | Date
  | ObjectId
  | Binary
  | BSONRegExp
  | Timestamp
  | MinKey
  | MaxKey
  | Code
  | BSONSymbol
  | Value[]
  | Doc

/** An ordered BSON document; a Map, so that `__proto__` and integer-like names are safe and keep their order. */
export type Doc = Map<string, Value>

/** BSON's type names, as in `$type`. */
export type TypeName =
  | 'double'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'null'
  | 'regex'
  | 'javascript'
  | 'symbol'
  | 'javascriptWithScope'
  | 'int'
  | 'timestamp'
  | 'long'
  | 'decimal'
  | 'minKey'
  | 'maxKey'

/** BSON's type bytes by name; minKey is -1 as in `$type`. */
export const TYPE_CODES: Record<TypeName, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
}

const CLASS_TYPES: Record<string, TypeName> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  BSONRegExp: 'regex',
  Timestamp: 'timestamp',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  BSONSymbol: 'symbol',
}

/** Returns the BSON type of a value, as in `$type`. Throws for a JavaScript value that is not a Value. */
export function typeName(value: Value): TypeName {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Map) return 'object'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  if (value instanceof Code) return value.scope === null ? 'javascript' : 'javascriptWithScope'
  const name = CLASS_TYPES[value._bsontype]
  if (name === undefined) throw new TypeError(`${value._bsontype} is not a BSON value`)
  return name
}

export const isDoc = (value: Value | undefined): value is Doc => value instanceof Map

export const isArray = (value: Value | undefined): value is Value[] => Array.isArray(value)

/**
 * Returns whether a value is one of the four number types. bson's Timestamp extends Long, so `instanceof Long` is not
 * enough.
 */
export const isNumber = (value: Value | undefined): value is NumberValue =>
  value instanceof Int32 ||
  value instanceof Double ||
  value instanceof Decimal128 ||
  (value instanceof Long && !(value instanceof Timestamp))

/**
 * Returns the nearest JavaScript number. The result is exact for int32 and double; a Long or Decimal128 may be
 * rounded.
 */
export function toNumber(value: NumberValue): number {
  if (value instanceof Long) return value.toNumber()
  if (value instanceof Decimal128) return Number(value.toString())
  return value.value
}

/**
 * Returns the integer of a value (5, 5.0, NumberLong(5), NumberDecimal("5")), or undefined when it is not a safe
 * integer.
 */
export function toInteger(value: Value | undefined): number | undefined {
  if (!isNumber(value)) return undefined
  const number = toNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Returns MongoDB's truthiness: false, null, missing and any zero are false; everything else is true. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false
  return isNumber(value) ? toNumber(value) !== 0 : true
}

/** Returns a number as int32 when it is an integer that fits, otherwise as long or double, like a driver. */
export function numberValue(value: number): NumberValue {
  if (Number.isInteger(value) && !Object.is(value, -0)) {
    if (value >= -0x80000000 && value <= 0x7fffffff) return new Int32(value)
    if (Number.isSafeInteger(value)) return Long.fromNumber(value)
  }
  return new Double(value)
}

/** Converts a bigint to a long. Values outside 64 bits wrap around, so check the range first. */
export const longValue = (value: bigint): Long => Long.fromBigInt(BigInt.asIntN(64, value))

/** The input of `toValue`: Values and plain JavaScript. */
export type Plain =
  | Value
  | number
  | bigint
  | RegExp
  | readonly Plain[]
  | { readonly [name: string]: Plain | undefined }

/**
 * Converts plain JavaScript to a Value: integers to int32 (or long), bigint to long, other numbers to double;
 * undefined fields are omitted.
 */
export function toValue(plain: Plain): Value {
  if (typeof plain === 'number') return numberValue(plain)
  if (typeof plain === 'bigint') return longValue(plain)
  if (plain === null || typeof plain !== 'object') return plain
  if (Array.isArray(plain)) return plain.map((item: Plain) => toValue(item))
  if (plain instanceof RegExp) return new BSONRegExp(plain.source, plain.flags.replace(/[^imsux]/g, ''))
  if (plain instanceof Map || plain instanceof Date || '_bsontype' in plain) return plain as Value
  return toDoc(plain as { [name: string]: Plain | undefined })
}

/** Converts a plain object to a document, like `toValue`. */
export function toDoc(plain: { readonly [name: string]: Plain | undefined }): Doc {
  const doc: Doc = new Map()
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) doc.set(name, toValue(value))
  return doc
}

/**
 * Converts a value to plain JavaScript: numbers to numbers (unsafe longs to bigint; Decimal128 stays), documents to
 * objects without a prototype.
 */
export function toPlain(value: Value | undefined): unknown {
  if (value instanceof Int32 || value instanceof Double) return value.value
  if (value instanceof Long && !(value instanceof Timestamp)) {
    const number = value.toNumber()
    return Number.isSafeInteger(number) ? number : value.toBigInt()
  }
  if (Array.isArray(value)) return value.map((item) => toPlain(item))
  if (value instanceof Map) {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [name, item] of value) object[name] = toPlain(item)
    return object
  }
  return value
}
