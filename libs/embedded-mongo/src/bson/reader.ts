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
  Timestamp,
  type Value,
} from './values.ts'

/** The maximum nesting depth of documents and arrays. */
export const MAX_DEPTH = 200
const MIN_KEY = new MinKey()
const MAX_KEY = new MaxKey()
const TWO_32 = 0x1_0000_0000

/** Field names repeat across documents, so a small cache avoids creating the strings again. */
const KNOWN_NAMES = 1024
const knownNames: (string | undefined)[] = Array.from({ length: KNOWN_NAMES })

/** Fails with InvalidBSON. */
export const invalid = (reason: string): never => fail('InvalidBSON', `Invalid BSON: ${reason}`)

/** Fails with Overflow (15). */
export const tooDeep = (): never =>
  fail('Overflow', `BSONObj exceeded maximum nested object depth: ${MAX_DEPTH}`)

/** Reads the values of one document in order. */
export class Reader {
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

  /** Reads only these fields of the document, and stops when it has found all of them. */
  fields(names: ReadonlySet<string>): Doc {
    const doc: Doc = new Map()
    const end = this.open(0)
    while (this.offset < end && doc.size < names.size) {
      const type = this.buffer[this.offset++]!
      const name = this.cstring()
      if (names.has(name)) doc.set(name, this.value(type, 0))
      else this.skip(type)
    }
    return doc
  }

  private array(depth: number): Value[] {
    const items: Value[] = []
    const end = this.open(depth)
    while (this.offset < end) {
      const type = this.buffer[this.offset++]!
      this.cstring()
      items.push(this.value(type, depth))
    }
    this.close(end)
    return items
  }

  private open(depth: number): number {
    if (depth > MAX_DEPTH) tooDeep()
    const start = this.offset
    const end = start + this.int32() - 1
    if (end < start + 4 || end >= this.buffer.length) invalid('a document runs past its end')
    return end
  }

  private close(end: number): void {
    if (this.offset !== end || this.buffer[end] !== 0) invalid('a document has a wrong length')
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

  /** Moves past a value without creating it. Types without a short way are read. */
  private skip(type: number): void {
    switch (type) {
      case 0x02: {
        this.take(this.int32())
        return
      }
      case 0x03:
      case 0x04: {
        this.take(this.int32() - 4)
        return
      }
      case 0x05: {
        this.take(this.int32() + 1)
        return
      }
      case 0x07: {
        this.take(12)
        return
      }
      case 0x01:
      case 0x09:
      case 0x11:
      case 0x12: {
        this.take(8)
        return
      }
      default:
        this.value(type, 0)
    }
  }

  private take(length: number): number {
    const start = this.offset
    this.offset += length
    if (length < 0 || this.offset > this.buffer.length) invalid('a value runs past the end')
    return start
  }

  /** Copies the bytes, because values must not reference the input: a store may reuse its pages. */
  private copy(length: number): Buffer {
    const start = this.take(length)
    return Buffer.from(this.buffer.subarray(start, this.offset))
  }

  private int32(): number {
    return this.buffer.readInt32LE(this.take(4))
  }

  private cstring(): string {
    const start = this.offset
    let end = start
    let sum = 0
    for (let byte = this.buffer[end]; byte !== 0 && byte !== undefined; byte = this.buffer[++end]) {
      sum = (sum * 31 + byte) | 0
    }
    if (end >= this.buffer.length) invalid('a name is not terminated')
    this.offset = end + 1
    const slot = sum & (KNOWN_NAMES - 1)
    const known = knownNames[slot]
    if (known !== undefined && this.holds(known, start, end)) return known
    const name = this.text(start, end)
    if (name.length === end - start && name.length <= 64) knownNames[slot] = name
    return name
  }

  private holds(name: string, start: number, end: number): boolean {
    if (name.length !== end - start) return false
    for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) !== this.buffer[start + at]) return false
    return true
  }

  private string(): string {
    const length = this.int32()
    const start = this.take(length)
    if (length < 1 || this.buffer[this.offset - 1] !== 0) invalid('a string has a wrong length')
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
    if (Number.isNaN(date.getTime())) invalid('a date is outside the years -271821 to 275760')
    return date
  }

  private binary(): Binary {
    const length = this.int32()
    const subtype = this.buffer[this.take(1)]!
    if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) return new Binary(this.copy(length), subtype)
    if (this.int32() !== length - 4) invalid('a binary value of subtype 2 has a wrong length')
    return new Binary(this.copy(length - 4), subtype)
  }

  private codeWithScope(depth: number): Code {
    const start = this.offset
    const length = this.int32()
    const code = new Code(this.string(), this.document(depth + 1))
    if (this.offset !== start + length) invalid('code with scope has a wrong length')
    return code
  }
}
