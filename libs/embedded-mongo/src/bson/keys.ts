import { hash } from 'node:crypto'
import { bytesOf, compareNumbers, rankOf, textOf, TYPE_RANKS } from './compare.ts'
import { type Decimal, decimalOf, parseDecimal } from './decimal.ts'
import {
  type BSONRegExp,
  type BSONSymbol,
  type Binary,
  type Code,
  Decimal128,
  type Doc,
  Double,
  Long,
  type NumberValue,
  type ObjectId,
  type Timestamp,
  type Value,
  toNumber,
} from './values.ts'

/** The order of one field of a key. */
export type Direction = 1 | -1

/** Keys of this length or more are cut and end in a hash: still distinct, no longer in exact order. */
export const KEY_LIMIT = 900
const HASH_LENGTH = 16

/**
 * Encodes values so that the bytes order as `compare` does, field by field, each in its direction.
 * An absent value encodes as BSON's `undefined` (what an empty array indexes as); pass null for a missing field.
 */
export function encodeKey(
  values: readonly (Value | undefined)[],
  directions: readonly Direction[],
  limit: number = KEY_LIMIT,
): Buffer {
  const key = Buffer.concat(values.map((value, index) => encodeField(value, directions[index] ?? 1)))
  if (key.length < limit) return key
  const digest = hash('sha256', key, 'buffer').subarray(0, HASH_LENGTH)
  return Buffer.concat([key.subarray(0, limit - HASH_LENGTH), digest])
}

/** Whether a key was cut, so that its place among keys with the same beginning says nothing. */
export const isTruncatedKey = (key: Uint8Array, limit: number = KEY_LIMIT): boolean => key.length === limit

/** One whole field of a key: never cut, and never the beginning of another field's bytes. */
export function encodeField(value: Value | undefined, direction: Direction = 1): Buffer {
  const parts: Part[] = []
  pushValue(parts, value)
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))
  return direction === 1 ? bytes : inverted(bytes)
}

/** A half-open range of bytes: from `low` (inside) to `high` (outside). */
export type Bounds = { low: Buffer; high: Buffer }

/** Every value. */
export const ALL_BOUNDS: Bounds = { low: Buffer.of(0x00), high: Buffer.of(0xff) }

/** The range of one field that holds what a comparison with `value` can match, within the type of `value`. */
export function fieldBounds(
  operator: '$eq' | '$gt' | '$gte' | '$lt' | '$lte',
  value: Value | undefined,
  direction: Direction = 1,
): Bounds {
  const field = encodeField(value, direction)
  if (operator === '$eq') return { low: field, high: successor(field) }
  const type = typeBounds(rankOf(value), direction)
  const isUpward = operator.startsWith('$gt') === (direction === 1)
  const includes = operator.endsWith('e')
  if (isUpward) return { low: includes ? field : successor(field), high: type.high }
  return { low: type.low, high: includes ? successor(field) : field }
}

/** The range of one field that holds all values of a rank (see `TYPE_RANKS`). */
export function typeBounds(rank: number, direction: Direction = 1): Bounds {
  const low = Buffer.of(direction === 1 ? rank : ~rank & 0xff)
  return { low, high: successor(low) }
}

/** The range of one field that holds all strings beginning with `prefix`. */
export function prefixBounds(prefix: string, direction: Direction = 1): Bounds {
  const field = encodeField(prefix)
  const start = field.subarray(0, field.length - 2)
  const low = direction === 1 ? start : inverted(start)
  return { low, high: successor(low) }
}

/** Puts a field's range behind the fields before it; the result also holds the keys that were cut. */
export function scanBounds(before: Buffer, field: Bounds, limit: number = KEY_LIMIT): Bounds {
  const cut = limit - HASH_LENGTH
  const low = Buffer.concat([before, field.low]).subarray(0, cut)
  const high = Buffer.concat([before, field.high])
  return { low, high: high.length > cut ? successor(high.subarray(0, cut)) : high }
}

/** The least bytes above everything that begins with `bytes`. */
export function successor(bytes: Uint8Array): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0xff) end--
  const next = Buffer.from(bytes.subarray(0, end))
  if (end === 0) return Buffer.of(0xff, 0xff)
  next[end - 1] = next[end - 1]! + 1
  return next
}

type Part = number | Buffer

function inverted(bytes: Uint8Array): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  for (let at = 0; at < bytes.length; at++) result[at] = ~bytes[at]! & 0xff
  return result
}

const END = 0

function pushValue(parts: Part[], value: Value | undefined): void {
  const rank = rankOf(value)
  parts.push(rank)
  if (value !== undefined) pushPayload(parts, rank, value)
}

function pushPayload(parts: Part[], rank: number, value: Value): void {
  switch (rank) {
    case TYPE_RANKS.int:
      pushNumber(parts, value as NumberValue)
      break
    case TYPE_RANKS.string:
      pushText(parts, textOf(value as string | BSONSymbol))
      break
    case TYPE_RANKS.object:
      pushDoc(parts, value as Doc)
      break
    case TYPE_RANKS.array:
      for (const item of value as Value[]) pushValue(parts, item)
      parts.push(END)
      break
    case TYPE_RANKS.binData: {
      const bytes = bytesOf(value as Binary)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      parts.push(length, (value as Binary).sub_type, Buffer.from(bytes))
      break
    }
    case TYPE_RANKS.objectId:
      parts.push(Buffer.from((value as ObjectId).id))
      break
    case TYPE_RANKS.bool:
      parts.push(value === true ? 1 : 0)
      break
    case TYPE_RANKS.date:
      parts.push(orderedDouble((value as Date).getTime()))
      break
    case TYPE_RANKS.timestamp: {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE((value as Timestamp).t)
      bytes.writeUInt32BE((value as Timestamp).i, 4)
      parts.push(bytes)
      break
    }
    case TYPE_RANKS.regex:
      pushText(parts, (value as BSONRegExp).pattern)
      pushText(parts, (value as BSONRegExp).options)
      break
    case TYPE_RANKS.javascript:
      pushText(parts, (value as Code).code)
      break
    case TYPE_RANKS.javascriptWithScope:
      pushText(parts, (value as Code).code)
      pushDoc(parts, (value as Code).scope as Doc)
      break
    default:
  }
}

/** Fields compare by type, then name, then value. */
function pushDoc(parts: Part[], doc: Doc): void {
  for (const [name, value] of doc) {
    const rank = rankOf(value)
    parts.push(rank)
    pushText(parts, name)
    pushPayload(parts, rank, value)
  }
  parts.push(END)
}

const TEXT_END = Buffer.of(0x00, 0x00)
const ESCAPED_ZERO = Buffer.of(0x00, 0xff)

/** UTF-8 with zero bytes escaped, so that the end sorts before any further byte. */
function pushText(parts: Part[], text: string): void {
  const pieces = text.split('\0')
  pieces.forEach((piece, index) => {
    if (index > 0) parts.push(ESCAPED_ZERO)
    parts.push(Buffer.from(piece))
  })
  parts.push(TEXT_END)
}

/** Eight bytes that order as doubles do, NaN first. */
function orderedDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  if (Number.isNaN(value)) return bytes
  bytes.writeDoubleBE(value === 0 ? 0 : value)
  if (bytes[0]! >= 0x80) return inverted(bytes)
  bytes[0] = bytes[0]! | 0x80
  return bytes
}

const BELOW = 0x7f
const EXACT = 0x80
const ABOVE = 0x81

/** The nearest double, then on which side of it the value lies, then (only if beside it) all its digits. */
function pushNumber(parts: Part[], value: NumberValue): void {
  const nearest = toNumber(value)
  const side = sideOf(value, nearest)
  parts.push(orderedDouble(nearest), side)
  if (side === EXACT) return
  const decimal = value instanceof Decimal128 ? parseDecimal(value) : decimalOf((value as Long).toBigInt())
  parts.push(orderedDecimal(decimal as Decimal))
}

function sideOf(value: NumberValue, nearest: number): number {
  if (Number.isNaN(nearest)) return EXACT
  if (value instanceof Decimal128 || (value instanceof Long && !Number.isSafeInteger(nearest))) {
    const difference = compareNumbers(value, new Double(nearest))
    return difference === 0 ? EXACT : difference < 0 ? BELOW : ABOVE
  }
  return EXACT
}

/** The exponent of the first digit, then the digits in pairs from 1, then an end; all inverted below zero. */
function orderedDecimal(decimal: Decimal): Buffer {
  const text = decimal.coefficient.toString()
  const digits = text.replace(/0+$/, '')
  const bytes = Buffer.alloc(3 + Math.ceil(digits.length / 2))
  bytes.writeUInt16BE(text.length + decimal.exponent + 0x8000)
  for (let at = 0; at < digits.length; at += 2) {
    bytes[2 + at / 2] = Number(digits.slice(at, at + 2).padEnd(2, '0')) + 1
  }
  return decimal.isNegative ? inverted(bytes) : bytes
}
