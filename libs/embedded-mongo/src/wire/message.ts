import { decode, encode } from '../bson/codec.ts'
import { type Doc, type Value, isDoc } from '../bson/values.ts'
import { MongoError } from '../errors.ts'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER_BYTES = 16
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2
const REQUIRED_BITS = 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)

/** The largest message a client may send (MongoDB's limit). */
export const MAX_MESSAGE_BYTES = 48_000_000

export interface Request {
  requestId: number
  db: string
  body: Doc
  /** False for an unacknowledged write (moreToCome), which gets no reply. */
  wantsReply: boolean
  isLegacy: boolean
  /**
   * The error for an invalid document in the message. The message itself is valid, so the error is sent as a reply.
   */
  failure?: MongoError
}

/** Thrown to close the connection, for example for bytes that are not a valid message. */
export class ProtocolError extends Error {}

/**
 * Parses a complete message including its header. Throws ProtocolError for anything but OP_MSG and legacy commands in
 * OP_QUERY.
 */
export function readMessage(bytes: Buffer): Request {
  const requestId = bytes.readInt32LE(4)
  const opcode = bytes.readInt32LE(12)
  try {
    if (opcode === OP_MSG) return readOpMsg(bytes, requestId)
    if (opcode === OP_QUERY) return readOpQuery(bytes, requestId)
  } catch (error) {
    throw new ProtocolError(`Malformed message: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new ProtocolError(`Opcode ${opcode} is not supported; drivers of MongoDB 3.6 and later use OP_MSG`)
}

function readOpMsg(bytes: Buffer, requestId: number): Request {
  const flags = bytes.readUInt32LE(HEADER_BYTES)
  if ((flags & REQUIRED_BITS) !== 0) throw new ProtocolError(`unknown required flags ${flags}`)
  const end = bytes.length - ((flags & CHECKSUM_PRESENT) === 0 ? 0 : 4)
  let body: Doc | undefined
  let failure: MongoError | undefined
  const sequences: [string, Doc[]][] = []
  const wantsReply = (flags & MORE_TO_COME) === 0
  for (let at = HEADER_BYTES + 4; at < end;) {
    const kind = bytes[at++]
    const size = bytes.readInt32LE(at)
    if (size < 5 || at + size > end) throw new ProtocolError('a section is longer than its message')
    try {
      if (kind === 0) {
        if (body !== undefined) throw new ProtocolError('two bodies')
        body = decode(bytes.subarray(at, at + size))
      } else if (kind === 1) sequences.push(readSequence(bytes.subarray(at + 4, at + size)))
      else throw new ProtocolError(`unknown section kind ${kind}`)
    } catch (error) {
      if (!(error instanceof MongoError)) throw error
      failure ??= error
    }
    at += size
  }
  if (failure !== undefined)
    return { requestId, db: '', body: new Map(), wantsReply, isLegacy: false, failure }
  if (body === undefined) throw new ProtocolError('no body')
  for (const [name, docs] of sequences) body.set(name, docs)
  const db = body.get('$db')
  if (typeof db !== 'string') throw new ProtocolError("'$db' is missing")
  return { requestId, db, body, wantsReply, isLegacy: false }
}

function readSequence(bytes: Buffer): [string, Doc[]] {
  const nameEnd = bytes.indexOf(0)
  if (nameEnd < 0) throw new ProtocolError('a section without a name')
  const docs: Doc[] = []
  for (let at = nameEnd + 1; at < bytes.length;) {
    const size = bytes.readInt32LE(at)
    if (size < 5 || at + size > bytes.length) throw new ProtocolError('a document is longer than its section')
    docs.push(decode(bytes.subarray(at, at + size)))
    at += size
  }
  return [bytes.toString('utf8', 0, nameEnd), docs]
}

function readOpQuery(bytes: Buffer, requestId: number): Request {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4)
  const [db = '', collection] = bytes.toString('utf8', HEADER_BYTES + 4, nameEnd).split('.')
  if (collection !== '$cmd') throw new ProtocolError('OP_QUERY is supported for commands only')
  const at = nameEnd + 1 + 8
  const given = decode(bytes.subarray(at, at + bytes.readInt32LE(at)))
  const wrapped = given.get('$query') ?? given.get('query')
  return { requestId, db, body: isDoc(wrapped) ? wrapped : given, wantsReply: true, isLegacy: true }
}

let nextRequestId = 1

/** Encodes the reply to a request. `body` may already be encoded. */
export function writeReply(request: Request, body: Doc | Buffer): Buffer {
  const document = Buffer.isBuffer(body) ? body : encode(body)
  const before = request.isLegacy ? 20 : 5
  const message = Buffer.allocUnsafe(HEADER_BYTES + before + document.length)
  message.writeInt32LE(message.length, 0)
  message.writeInt32LE(nextRequestId++ & 0x7fffffff, 4)
  message.writeInt32LE(request.requestId, 8)
  message.writeInt32LE(request.isLegacy ? OP_REPLY : OP_MSG, 12)
  message.fill(0, HEADER_BYTES, HEADER_BYTES + before)
  if (request.isLegacy) {
    message.writeInt32LE(8, HEADER_BYTES)
    message.writeInt32LE(1, HEADER_BYTES + 16)
  }
  document.copy(message, HEADER_BYTES + before)
  return message
}

/** Encodes a cursor reply from documents that are already encoded. */
export function encodeCursorReply(
  batchName: string,
  batch: readonly Buffer[],
  cursor: Doc,
  rest: Doc,
): Buffer {
  const items: Buffer[] = []
  let size = 5
  for (const [at, document] of batch.entries()) {
    const head = Buffer.from(`\x03${at}\0`, 'latin1')
    items.push(head, document)
    size += head.length + document.length
  }
  const array = Buffer.concat([int32(size), ...items, Buffer.of(0)], size)
  const inner = element(4, batchName, array)
  const cursorDoc = splice(encode(cursor), inner)
  return splice(encode(rest), element(3, 'cursor', cursorDoc))
}

/** Inserts an encoded element at the start of a document. */
function splice(document: Buffer, first: Buffer): Buffer {
  const length = document.length + first.length
  return Buffer.concat([int32(length), first, document.subarray(4)], length)
}

const element = (type: number, name: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`), value])

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** A command's reply: a document or its encoded bytes. */
export type Reply = Doc | Buffer

export const reply = (...fields: [string, Value][]): Doc => new Map(fields)
