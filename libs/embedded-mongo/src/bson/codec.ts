import { isUtf8 } from 'node:buffer'
import { fail } from '../errors.ts'
import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  type Doc,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  TYPE_CODES,
  Timestamp,
  type Value,
  typeName,
} from './values.ts'

const MAX_DEPTH = 200
const MIN_KEY = new MinKey()
const MAX_KEY = new MaxKey()
const TWO_32 = 0x1_0000_0000

const invalid = (reason: string): never => fail('InvalidBSON', `Invalid BSON: ${reason}`)

/** Reads one document with every value's exact type. Fails with InvalidBSON on malformed bytes and repeated names. */
export function decode(bytes: Uint8Array): Doc {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = new Reader(buffer)
  const doc = reader.document(0)
  if (reader.offset !== buffer.length) invalid(`document of ${reader.offset} bytes in ${buffer.length} bytes`)
  return doc
}

class Reader {
  readonly buffer: Buffer
  offset = 0

  constructor(buffer: Buffer) {
    this.buffer = buffer
  }

  document(depth: number): Doc {
    const doc: Doc = new Map()
    const end = this.open(depth)
    let fields = 0
    while (this.offset < end) {
      const type = this.buffer[this.offset++]!
      const name = this.cstring()
      doc.set(name, this.value(type, depth))
      fields++
      if (doc.size !== fields) invalid(`the field '${name}' appears twice in one document`)
    }
    this.close(end)
    return doc
  }

  private array(depth: number): Value[] {
    const items: Value[] = []
    const end = this.open(depth)
    while (this.offset < end) {
      const type = this.buffer[this.offset++]!
      this.offset = this.endOfCstring() + 1
      items.push(this.value(type, depth))
    }
    this.close(end)
    return items
  }

  private open(depth: number): number {
    if (depth > MAX_DEPTH) fail('Overflow', `BSONObj exceeded maximum nested object depth: ${MAX_DEPTH}`)
    const start = this.offset
    const end = start + this.int32() - 1
    if (end < start + 4 || end >= this.buffer.length) invalid('a document runs past its end')
    return end
  }

  private close(end: number): void {
    if (this.offset !== end || this.buffer[end] !== 0) invalid('a document does not end where it says')
    this.offset = end + 1
  }

  private value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        return new Double(this.buffer.readDoubleLE(this.take(8)))
      case 0x02:
        return this.string()
      case 0x03:
        return this.document(depth + 1)
      case 0x04:
        return this.array(depth + 1)
      case 0x05:
        return this.binary()
      case 0x06:
      case 0x0a:
        return null
      case 0x07:
        return new ObjectId(this.copy(12))
      case 0x08:
        return this.boolean()
      case 0x09:
        return this.date()
      case 0x0b:
        return new BSONRegExp(this.cstring(), this.cstring())
      case 0x0d:
        return new Code(this.string())
      case 0x0e:
        return new BSONSymbol(this.string())
      case 0x0f:
        return this.codeWithScope(depth)
      case 0x10:
        return new Int32(this.int32())
      case 0x11: {
        const i = this.buffer.readUInt32LE(this.take(4))
        return new Timestamp({ i, t: this.buffer.readUInt32LE(this.take(4)) })
      }
      case 0x12: {
        const low = this.int32()
        return new Long(low, this.int32())
      }
      case 0x13:
        return new Decimal128(this.copy(16))
      case 0x7f:
        return MAX_KEY
      case 0xff:
        return MIN_KEY
      default:
        return invalid(`type 0x${type.toString(16).padStart(2, '0')} is unknown or no longer in use`)
    }
  }

  private take(length: number): number {
    const start = this.offset
    this.offset += length
    if (length < 0 || this.offset > this.buffer.length) invalid('a value runs past the end')
    return start
  }

  /** Values must not point into the input: a store may reuse its pages. */
  private copy(length: number): Buffer {
    const start = this.take(length)
    return Buffer.from(this.buffer.subarray(start, this.offset))
  }

  private int32(): number {
    return this.buffer.readInt32LE(this.take(4))
  }

  private endOfCstring(): number {
    const end = this.buffer.indexOf(0, this.offset)
    return end === -1 ? invalid('a name does not end') : end
  }

  private cstring(): string {
    const start = this.offset
    const end = this.endOfCstring()
    this.offset = end + 1
    return this.text(start, end)
  }

  private string(): string {
    const length = this.int32()
    const start = this.take(length)
    if (length < 1 || this.buffer[this.offset - 1] !== 0) invalid('a string does not end where it says')
    return this.text(start, this.offset - 1)
  }

  private text(start: number, end: number): string {
    if (end - start <= 16) {
      let ascii = ''
      let at = start
      for (; at < end && this.buffer[at]! < 0x80; at++) ascii += String.fromCharCode(this.buffer[at]!)
      if (at === end) return ascii
    }
    const text = this.buffer.toString('utf8', start, end)
    if (text.includes('\ufffd') && !isUtf8(this.buffer.subarray(start, end))) invalid('a string is not UTF-8')
    return text
  }

  private boolean(): boolean {
    const byte = this.buffer[this.take(1)]!
    if (byte > 1) invalid('a boolean is neither 0 nor 1')
    return byte === 1
  }

  private date(): Date {
    const low = this.buffer.readUInt32LE(this.take(4))
    const date = new Date(this.int32() * TWO_32 + low)
    if (Number.isNaN(date.getTime())) invalid('a date lies outside the years -271821 to 275760')
    return date
  }

  private binary(): Binary {
    const length = this.int32()
    const subtype = this.buffer[this.take(1)]!
    if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) return new Binary(this.copy(length), subtype)
    if (this.int32() !== length - 4) invalid('a binary value of subtype 2 does not hold its length')
    return new Binary(this.copy(length - 4), subtype)
  }

  private codeWithScope(depth: number): Code {
    const start = this.offset
    const length = this.int32()
    const code = new Code(this.string(), this.document(depth + 1))
    if (this.offset !== start + length) invalid('code with scope does not end where it says')
    return code
  }
}

/** Writes a document with every value's exact type. */
export function encode(doc: Doc): Buffer {
  offset = 0
  writeDocument(doc)
  return Buffer.from(scratch.subarray(0, offset))
}

let scratch = Buffer.allocUnsafeSlow(1 << 16)
let offset = 0

/** Makes room and gives the place to write at. */
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

function writeDocument(doc: Doc): void {
  const start = reserve(4)
  for (const [name, value] of doc) writeElement(name, value)
  closeDocument(start)
}

function writeArray(items: Value[]): void {
  const start = reserve(4)
  items.forEach((value, index) => writeElement(String(index), value))
  closeDocument(start)
}

function closeDocument(start: number): void {
  scratch[reserve(1)] = 0
  scratch.writeInt32LE(offset - start, start)
}

function writeElement(name: string, value: Value): void {
  const type = typeName(value)
  scratch[reserve(1)] = TYPE_CODES[type] & 0xff
  writeCstring(name)
  writeValue(value)
}

function writeValue(value: Value): void {
  if (value === null || value instanceof MinKey || value instanceof MaxKey) return
  if (typeof value === 'string') writeString(value)
  else if (typeof value === 'boolean') scratch[reserve(1)] = value ? 1 : 0
  else if (value instanceof Map) writeDocument(value)
  else if (Array.isArray(value)) writeArray(value)
  else if (value instanceof Int32) writeInt32(value.value)
  else if (value instanceof Double) scratch.writeDoubleLE(value.value, reserve(8))
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

function writeInt32(value: number): void {
  scratch.writeInt32LE(value, reserve(4))
}

function writeBytes(bytes: Uint8Array): void {
  const start = reserve(bytes.length)
  scratch.set(bytes, start)
}

function writeUtf8(text: string): void {
  const length = Buffer.byteLength(text)
  const start = reserve(length)
  scratch.write(text, start, length, 'utf8')
}

function writeCstring(text: string): void {
  if (text.includes('\0')) invalid(`a name or pattern holds a zero byte: ${JSON.stringify(text)}`)
  writeUtf8(text)
  scratch[reserve(1)] = 0
}

function writeString(text: string): void {
  const start = reserve(4)
  writeUtf8(text)
  scratch[reserve(1)] = 0
  scratch.writeInt32LE(offset - start - 4, start)
}

function writeDate(date: Date): void {
  const time = date.getTime()
  if (Number.isNaN(time)) fail('BadValue', 'A date must hold a time; this one is invalid')
  scratch.writeUInt32LE(time >>> 0, reserve(4))
  writeInt32(Math.floor(time / TWO_32))
}

function writeBinary(value: Binary): void {
  const bytes = value.buffer.subarray(0, value.position)
  const hasInnerLength = value.sub_type === Binary.SUBTYPE_BYTE_ARRAY
  writeInt32(bytes.length + (hasInnerLength ? 4 : 0))
  scratch[reserve(1)] = value.sub_type
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
