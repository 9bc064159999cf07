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

export type Direction = 1 | -1

/** Keys of at least this many bytes are truncated and end in a hash: distinct, but no longer exactly ordered. */
const KEY_LIMIT = 900
const HASH_LENGTH = 16

/**
 * Encodes values so that the bytes sort like `compare`, field by field, each in its direction. `undefined` is encoded
 * as BSON's `undefined` (like an empty array); pass null for a missing field.
 */
export function encodeKey(
  values: readonly (Value | undefined)[],
  directions: readonly Direction[],
  limit: number = KEY_LIMIT,
): Buffer {
  end = 0
  for (let index = 0; index < values.length; index++) writeField(values[index], directions[index] ?? 1)
  if (end < limit) return Buffer.from(scratch.subarray(0, end))
  const digest = hash('sha256', scratch.subarray(0, end), 'buffer').subarray(0, HASH_LENGTH)
  return Buffer.concat([scratch.subarray(0, limit - HASH_LENGTH), digest])
}

/** Returns whether a key was truncated, which makes its order among keys with the same prefix arbitrary. */
export const isTruncatedKey = (key: Uint8Array, limit: number = KEY_LIMIT): boolean => key.length === limit

/** Encodes one complete key field: never truncated, and never a prefix of another field's bytes. */
export function encodeField(value: Value | undefined, direction: Direction = 1): Buffer {
  end = 0
  writeField(value, direction)
  return Buffer.from(scratch.subarray(0, end))
}

/** A range of bytes: `low` inclusive, `high` exclusive. */
export type Bounds = { low: Buffer; high: Buffer }

/** The range of all values. */
export const ALL_BOUNDS: Bounds = { low: Buffer.of(0x00), high: Buffer.of(0xff) }

/** Returns the range of field values that a comparison with `value` can match, within its type. */
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

/** Returns the range of all values with a rank (see `TYPE_RANKS`). */
export function typeBounds(rank: number, direction: Direction = 1): Bounds {
  const low = Buffer.of(direction === 1 ? rank : ~rank & 0xff)
  return { low, high: successor(low) }
}

/** Returns the range of all strings with a prefix. */
export function prefixBounds(prefix: string, direction: Direction = 1): Bounds {
  const field = encodeField(prefix)
  const start = field.subarray(0, field.length - 2)
  const low = direction === 1 ? start : inverted(start)
  return { low, high: successor(low) }
}

/** Prepends the preceding fields to a field's range. The result includes truncated keys. */
export function scanBounds(before: Buffer, field: Bounds, limit: number = KEY_LIMIT): Bounds {
  const cut = limit - HASH_LENGTH
  const low = Buffer.concat([before, field.low]).subarray(0, cut)
  const high = Buffer.concat([before, field.high])
  return { low, high: high.length > cut ? successor(high.subarray(0, cut)) : high }
}

/** Returns whether `scanBounds` keeps these bounds exact. Longer bounds are truncated and include more keys. */
export const isWithinLimit = (before: Buffer, { low, high }: Bounds, limit: number = KEY_LIMIT): boolean =>
  before.length + Math.max(low.length, high.length) <= limit - HASH_LENGTH

/** Returns the smallest byte string that is greater than everything that starts with `bytes`. */
export function successor(bytes: Uint8Array): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0xff) end--
  const next = Buffer.from(bytes.subarray(0, end))
  if (end === 0) return Buffer.of(0xff, 0xff)
  next[end - 1] = next[end - 1]! + 1
  return next
}

let scratch = Buffer.allocUnsafeSlow(1 << 12)
let end = 0

/** Reserves space in the buffer and returns its offset. */
function reserve(length: number): number {
  const start = end
  end += length
  if (end > scratch.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(end, scratch.length * 2))
    scratch.copy(larger, 0, 0, start)
    scratch = larger
  }
  return start
}

function invert(from: number): void {
  for (let at = from; at < end; at++) scratch[at] = ~scratch[at]! & 0xff
}

function inverted(bytes: Uint8Array): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  for (let at = 0; at < bytes.length; at++) result[at] = ~bytes[at]! & 0xff
  return result
}

const END = 0

function writeField(value: Value | undefined, direction: Direction): void {
  const start = end
  writeValue(value)
  if (direction === -1) invert(start)
}

// Reserve before reading the buffer: `reserve` may replace it, and `scratch[reserve(1)]` would write to the old one.
function writeByte(byte: number): void {
  const at = reserve(1)
  scratch[at] = byte
}

function writeBytes(bytes: Uint8Array): void {
  const start = reserve(bytes.length)
  scratch.set(bytes, start)
}

function writeUInt32(value: number): void {
  const at = reserve(4)
  scratch.writeUInt32BE(value, at)
}

function writeValue(value: Value | undefined): void {
  const rank = rankOf(value)
  writeByte(rank)
  if (value !== undefined) writePayload(rank, value)
}

function writePayload(rank: number, value: Value): void {
  switch (rank) {
    case TYPE_RANKS.int:
      writeNumber(value as NumberValue)
      break
    case TYPE_RANKS.string:
      writeText(textOf(value as string | BSONSymbol))
      break
    case TYPE_RANKS.object:
      writeDoc(value as Doc)
      break
    case TYPE_RANKS.array:
      for (const item of value as Value[]) writeValue(item)
      writeByte(END)
      break
    case TYPE_RANKS.binData:
      writeUInt32((value as Binary).position)
      writeByte((value as Binary).sub_type)
      writeBytes(bytesOf(value as Binary))
      break
    case TYPE_RANKS.objectId:
      writeBytes((value as ObjectId).id)
      break
    case TYPE_RANKS.bool:
      writeByte(value === true ? 1 : 0)
      break
    case TYPE_RANKS.date:
      writeDouble((value as Date).getTime())
      break
    case TYPE_RANKS.timestamp:
      writeUInt32((value as Timestamp).t)
      writeUInt32((value as Timestamp).i)
      break
    case TYPE_RANKS.regex:
      writeText((value as BSONRegExp).pattern)
      writeText((value as BSONRegExp).options)
      break
    case TYPE_RANKS.javascript:
      writeText((value as Code).code)
      break
    case TYPE_RANKS.javascriptWithScope:
      writeText((value as Code).code)
      writeDoc((value as Code).scope as Doc)
      break
    default:
  }
}

/** Encodes a document so that its fields compare by type, then name, then value. */
function writeDoc(doc: Doc): void {
  for (const [name, value] of doc) {
    const rank = rankOf(value)
    writeByte(rank)
    writeText(name)
    writePayload(rank, value)
  }
  writeByte(END)
}

/** Encodes a string as UTF-8 with zero bytes escaped as 00 FF and 00 00 at the end, so that a prefix sorts first. */
function writeText(text: string): void {
  let from = 0
  for (let zero = text.indexOf('\0'); zero !== -1; zero = text.indexOf('\0', from)) {
    writeUtf8(text.slice(from, zero))
    writeByte(0x00)
    writeByte(0xff)
    from = zero + 1
  }
  writeUtf8(from === 0 ? text : text.slice(from))
  writeByte(0x00)
  writeByte(0x00)
}

function writeUtf8(text: string): void {
  const length = Buffer.byteLength(text)
  const start = reserve(length)
  scratch.write(text, start, length, 'utf8')
}

/** Writes eight bytes that sort like doubles, with NaN first. */
function writeDouble(value: number): void {
  const start = reserve(8)
  if (Number.isNaN(value)) {
    scratch.fill(0, start, end)
    return
  }
  scratch.writeDoubleBE(value === 0 ? 0 : value, start)
  if (scratch[start]! >= 0x80) invert(start)
  else scratch[start] = scratch[start]! | 0x80
}

const BELOW = 0x7f
const EXACT = 0x80
const ABOVE = 0x81

/**
 * Writes the nearest double, then whether the value is below, equal to or above it, then all digits if it is not
 * equal.
 */
function writeNumber(value: NumberValue): void {
  const nearest = toNumber(value)
  const side = sideOf(value, nearest)
  writeDouble(nearest)
  writeByte(side)
  if (side === EXACT) return
  const decimal = value instanceof Decimal128 ? parseDecimal(value) : decimalOf((value as Long).toBigInt())
  writeDecimal(decimal as Decimal)
}

function sideOf(value: NumberValue, nearest: number): number {
  if (Number.isNaN(nearest)) return EXACT
  if (value instanceof Decimal128 || (value instanceof Long && !Number.isSafeInteger(nearest))) {
    const difference = compareNumbers(value, new Double(nearest))
    return difference === 0 ? EXACT : difference < 0 ? BELOW : ABOVE
  }
  return EXACT
}

/**
 * Writes the exponent of the first digit, then pairs of digits (each plus 1), then an end marker. All bytes are
 * inverted for negative numbers.
 */
function writeDecimal(decimal: Decimal): void {
  const start = end
  const text = decimal.coefficient.toString()
  const digits = text.replace(/0+$/, '')
  const place = reserve(2)
  scratch.writeUInt16BE(text.length + decimal.exponent + 0x8000, place)
  for (let at = 0; at < digits.length; at += 2) writeByte(Number(digits.slice(at, at + 2).padEnd(2, '0')) + 1)
  writeByte(END)
  if (decimal.isNegative) invert(start)
}
