import { fail } from '../errors.ts'
import { MAX_DEPTH, Reader, invalid, tooDeep } from './reader.ts'
import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  type Doc,
  Double,
  Int32,
  MaxKey,
  MinKey,
  ObjectId,
  TYPE_CODES,
  type Value,
  typeName,
} from './values.ts'

const TWO_32 = 0x1_0000_0000

/**
 * Decodes a document with the exact type of every value. Fails with InvalidBSON for malformed bytes and duplicate
 * names, and with Overflow (15) for a document that is nested too deeply.
 */
export function decode(bytes: Uint8Array): Doc {
  const buffer = bufferOf(bytes)
  const reader = new Reader(buffer)
  const doc = reader.document(0)
  if (reader.offset !== buffer.length) invalid(`document of ${reader.offset} bytes in ${buffer.length} bytes`)
  return doc
}

/** Decodes only these top-level fields of a document that was decoded as a whole before it was stored. */
export const decodeFields = (bytes: Uint8Array, names: ReadonlySet<string>): Doc =>
  new Reader(bufferOf(bytes)).fields(names)

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Encodes a document with the exact type of every value. Fails with Overflow (15) when it is nested too deeply to be
 * decoded.
 */
export function encode(doc: Doc): Buffer {
  offset = 0
  depth = -1
  writeDocument(doc)
  return Buffer.from(scratch.subarray(0, offset))
}

let scratch = Buffer.allocUnsafeSlow(1 << 16)
let offset = 0
let depth = 0

/** Reserves space in the buffer and returns its offset. */
function reserve(length: number): number {
  const start = offset
  offset += length
  if (offset > scratch.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(offset, scratch.length * 2))
    scratch.copy(larger, 0, 0, start)
    scratch = larger
  }
  return start
}

function openDocument(): number {
  if (++depth > MAX_DEPTH) tooDeep()
  return reserve(4)
}

function writeDocument(doc: Doc): void {
  const start = openDocument()
  for (const [name, value] of doc) writeElement(name, value)
  closeDocument(start)
}

function writeArray(items: Value[]): void {
  const start = openDocument()
  items.forEach((value, index) => writeElement(String(index), value))
  closeDocument(start)
}

function closeDocument(start: number): void {
  depth--
  writeByte(0)
  scratch.writeInt32LE(offset - start, start)
}

/** Common types come first, because encoding is a hot path. */
function writeElement(name: string, value: Value): void {
  if (typeof value === 'string') {
    writeHeader(TYPE_CODES.string, name)
    writeString(value)
  } else if (value instanceof Int32) {
    writeHeader(TYPE_CODES.int, name)
    writeInt32(value.value)
  } else if (value instanceof Map) {
    writeHeader(TYPE_CODES.object, name)
    writeDocument(value)
  } else if (Array.isArray(value)) {
    writeHeader(TYPE_CODES.array, name)
    writeArray(value)
  } else {
    writeHeader(TYPE_CODES[typeName(value)], name)
    writeScalar(value)
  }
}

function writeHeader(type: number, name: string): void {
  writeByte(type & 0xff)
  writeCstring(name)
}

function writeScalar(value: Exclude<Value, string | Int32 | Doc | Value[]>): void {
  if (value === null || value instanceof MinKey || value instanceof MaxKey) return
  if (typeof value === 'boolean') writeByte(value ? 1 : 0)
  else if (value instanceof Double) writeDouble(value.value)
  else if (value instanceof Date) writeDate(value)
  else if (value instanceof ObjectId) writeBytes(value.id)
  else if (value instanceof Decimal128) writeBytes(value.bytes)
  else if (value instanceof Binary) writeBinary(value)
  else if (value instanceof BSONRegExp) {
    writeCstring(value.pattern)
    writeCstring(value.options)
  } else if (value instanceof Code) writeCode(value)
  else if (value instanceof BSONSymbol) writeString(value.value)
  else {
    writeInt32(value.low)
    writeInt32(value.high)
  }
}

// Reserve before reading the buffer: `reserve` may replace it, and `scratch[reserve(1)]` would write to the old one.
function writeByte(value: number): void {
  const at = reserve(1)
  scratch[at] = value
}

function writeDouble(value: number): void {
  const at = reserve(8)
  scratch.writeDoubleLE(value, at)
}

function writeInt32(value: number): void {
  const at = reserve(4)
  scratch.writeInt32LE(value, at)
}

function writeBytes(bytes: Uint8Array): void {
  const start = reserve(bytes.length)
  scratch.set(bytes, start)
}

function writeUtf8(text: string): void {
  if (text.length <= 24 && writeAscii(text)) return
  const length = Buffer.byteLength(text)
  const start = reserve(length)
  scratch.write(text, start, length, 'utf8')
}

/**
 * Writes short ASCII strings byte by byte, which is faster than a call into the runtime. Gives up at the first other
 * character.
 */
function writeAscii(text: string): boolean {
  const start = reserve(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) {
      offset = start
      return false
    }
    scratch[start + at] = code
  }
  return true
}

function writeCstring(text: string): void {
  if (text.includes('\0')) invalid(`a name or pattern contains a zero byte: ${JSON.stringify(text)}`)
  writeUtf8(text)
  writeByte(0)
}

function writeString(text: string): void {
  const start = reserve(4)
  writeUtf8(text)
  writeByte(0)
  scratch.writeInt32LE(offset - start - 4, start)
}

function writeDate(date: Date): void {
  const time = date.getTime()
  if (Number.isNaN(time)) fail('BadValue', 'The date is invalid')
  const at = reserve(4)
  scratch.writeUInt32LE(time >>> 0, at)
  writeInt32(Math.floor(time / TWO_32))
}

function writeBinary(value: Binary): void {
  const bytes = value.buffer.subarray(0, value.position)
  const hasInnerLength = value.sub_type === Binary.SUBTYPE_BYTE_ARRAY
  writeInt32(bytes.length + (hasInnerLength ? 4 : 0))
  writeByte(value.sub_type)
  if (hasInnerLength) writeInt32(bytes.length)
  writeBytes(bytes)
}

function writeCode(value: Code): void {
  if (value.scope === null) return writeString(value.code)
  const start = reserve(4)
  writeString(value.code)
  writeDocument(value.scope as Doc)
  scratch.writeInt32LE(offset - start, start)
}
