import { mongo } from 'mongoose'
import { toRecord } from './models.ts'
import type { StoredRecord } from './models.ts'

/**
 * Decodes a BSON document three times as fast as the driver if it contains only strings, numbers, dates, booleans,
 * null, arrays and objects. The driver decodes documents with other types or with unusual names or strings.
 */
export const decodeRecord = <D>(bytes: Uint8Array): D => {
  buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  latin1 = buffer.toString('latin1')
  at = 0
  last = beginning
  try {
    return readRecord() as D
  } catch (error) {
    if (error !== unsupported) throw error
    return toRecord(mongo.BSON.deserialize(bytes) as StoredRecord)
  }
}

const unsupported = new Error('the driver must decode this document')

let buffer: Buffer = Buffer.alloc(0)
/** The buffer as one Latin-1 string: slicing a short string from it is faster than decoding the bytes. */
let latin1 = ''
let at = 0

/**
 * A known field name and the name that followed it last time. Documents in a collection usually have the same field
 * order.
 */
type KnownName = { text: string; next: KnownName | null }

const knownNames: (KnownName | undefined)[] = Array.from({ length: 1024 })
const beginning: KnownName = { text: '', next: null }
let last = beginning

const readName = (): string => {
  const guess = last.next
  if (guess !== null && isNext(guess.text)) {
    at += guess.text.length + 1
    last = guess
  } else {
    const known = lookUpName()
    last.next = known
    last = known
  }
  return last.text
}

const lookUpName = (): KnownName => {
  const start = at
  let sum = 0
  for (let byte = buffer[at]!; byte !== 0; byte = buffer[++at]!) {
    if (byte > 0x7f || byte === undefined) throw unsupported
    sum = (sum * 31 + byte) | 0
  }
  const text = buffer.toString('latin1', start, at++)
  const known = knownNames[sum & 1023]
  if (known?.text === text) return known
  // Assigning `__proto__` would set the prototype, and the driver turns objects with `$` names into references.
  if (text === '__proto__' || text.startsWith('$')) throw unsupported
  const created = { text, next: null }
  knownNames[sum & 1023] = created
  return created
}

const isNext = (name: string): boolean => {
  const bytes = buffer
  const end = at + name.length
  for (let index = at; index < end; index += 1) if (name.charCodeAt(index - at) !== bytes[index]) return false
  return bytes[end] === 0
}

const readRecord = (): Record<string, unknown> => {
  at += 4
  const record: Record<string, unknown> = { id: undefined }
  for (let type = buffer[at++]!; type !== 0; type = buffer[at++]!) {
    const name = readName()
    record[name === '_id' ? 'id' : name] = readValue(type)
  }
  return record
}

const readDocument = (): Record<string, unknown> => {
  at += 4
  const document: Record<string, unknown> = {}
  for (let type = buffer[at++]!; type !== 0; type = buffer[at++]!) {
    const name = readName()
    document[name] = readValue(type)
  }
  return document
}

const readList = (): unknown[] => {
  at += 4
  const items: unknown[] = []
  for (let type = buffer[at++]!; type !== 0; type = buffer[at++]!) {
    while (buffer[at++] !== 0) if (at > buffer.length) throw unsupported
    items.push(readValue(type))
  }
  return items
}

const readText = (): string => {
  const start = at + 4
  at = start + buffer.readInt32LE(at)
  if (at - start <= maxSliceBytes && isAscii(start, at - 1)) return latin1.slice(start, at - 1)
  const text = buffer.toString('utf8', start, at - 1)
  // The driver must decode this: it rejects invalid UTF-8.
  if (text.includes('\ufffd')) throw unsupported
  return text
}

/** For longer strings, decoding the bytes is faster than checking whether all of them are ASCII. */
const maxSliceBytes = 64

const isAscii = (start: number, end: number): boolean => {
  const bytes = buffer
  for (let index = start; index < end; index += 1) if (bytes[index]! > 0x7f) return false
  return true
}

const readValue = (type: number): unknown => {
  switch (type) {
    case 0x01:
      at += 8
      return buffer.readDoubleLE(at - 8)
    case 0x02:
      return readText()
    case 0x03:
      return readDocument()
    case 0x04:
      return readList()
    case 0x08:
      return buffer[at++] === 1
    case 0x09:
      at += 8
      return new Date(buffer.readInt32LE(at - 4) * 0x1_0000_0000 + buffer.readUInt32LE(at - 8))
    case 0x0a:
      return null
    case 0x10:
      at += 4
      return buffer.readInt32LE(at - 4)
    default:
      throw unsupported
  }
}
