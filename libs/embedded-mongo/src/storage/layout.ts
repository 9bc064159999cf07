import type { KeyRange } from './environment.ts'

/** Returns the four bytes that start every key of a collection's documents or an index's entries. */
export function prefix(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(id)
  return bytes
}

export function keyOf(id: number, ...parts: Buffer[]): Buffer {
  let length = 4
  for (const part of parts) length += part.length
  const key = Buffer.allocUnsafe(length)
  let at = key.writeUInt32BE(id)
  for (const part of parts) {
    key.set(part, at)
    at += part.length
  }
  return key
}

/** Returns the key range of a whole collection or index. */
export const wholeRange = (id: number): KeyRange => ({ start: prefix(id), end: prefix(id + 1) })

/**
 * Returns a part of a collection's or an index's key range: `from` inclusive, `to` exclusive. Without `to`, it
 * extends to the end.
 */
export const partRange = (id: number, from: Buffer, to?: Buffer): KeyRange => ({
  start: keyOf(id, from),
  end: to === undefined ? prefix(id + 1) : keyOf(id, to),
})
