import { TABLES, type Table } from './store.ts'

/** One change to the store: sets a key, removes it, or adds to a counter. */
export type Operation =
  | { table: Table; key: Buffer; value: Buffer | undefined }
  | { table: Table; key: Buffer; add: number }

const HEADER_BYTES = 12
const CHUNK_BYTES = 1024 * 1024
const KINDS = ['put', 'remove', 'add'] as const

/** Packs operations into large buffers that can be transferred to a thread without copying. */
export class PackedOperations {
  readonly #chunks: { bytes: Buffer; end: number }[] = []

  push(operation: Operation): void {
    const { table, key } = operation
    const isSum = 'add' in operation
    const value = isSum ? toSigned(operation.add) : operation.value
    const size = HEADER_BYTES + key.length + (value?.length ?? 0)
    let chunk = this.#chunks.at(-1)
    if (chunk === undefined || chunk.end + size > chunk.bytes.length) {
      chunk = { bytes: Buffer.from(new ArrayBuffer(Math.max(size, CHUNK_BYTES))), end: 0 }
      this.#chunks.push(chunk)
    }
    const { bytes, end } = chunk
    bytes.writeUInt8(TABLES.indexOf(table), end)
    bytes.writeUInt8(KINDS.indexOf(isSum ? 'add' : value === undefined ? 'remove' : 'put'), end + 1)
    bytes.writeUInt16BE(key.length, end + 2)
    bytes.writeUInt32BE(value?.length ?? 0, end + 4)
    key.copy(bytes, end + HEADER_BYTES)
    value?.copy(bytes, end + HEADER_BYTES + key.length)
    chunk.end += size
  }

  /** Returns the buffers to transfer. Nothing can be added afterward. */
  take(): { bytes: ArrayBuffer; end: number }[] {
    return this.#chunks.map(({ bytes, end }) => ({ bytes: bytes.buffer as ArrayBuffer, end }))
  }
}

/** Iterates over packed operations in order. Keys and values are views of the buffers. */
export function* unpack(chunks: readonly { bytes: ArrayBuffer; end: number }[]): Generator<Operation> {
  for (const { bytes: memory, end } of chunks) {
    const bytes = Buffer.from(memory, 0, end)
    for (let at = 0; at < end;) {
      const table = TABLES[bytes.readUInt8(at)]!
      const kind = KINDS[bytes.readUInt8(at + 1)]
      const keyStart = at + HEADER_BYTES
      const valueStart = keyStart + bytes.readUInt16BE(at + 2)
      const next = valueStart + bytes.readUInt32BE(at + 4)
      const key = bytes.subarray(keyStart, valueStart)
      const value = bytes.subarray(valueStart, next)
      if (kind === 'add') yield { table, key, add: Number(value.readBigInt64BE()) }
      else yield { table, key, value: kind === 'put' ? value : undefined }
      at = next
    }
  }
}

/** Returns the stored counter increased by a number. */
export function addTo(stored: Buffer | undefined, by: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64BE((stored?.readBigUInt64BE() ?? 0n) + BigInt(by))
  return bytes
}

function toSigned(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigInt64BE(BigInt(number))
  return bytes
}
