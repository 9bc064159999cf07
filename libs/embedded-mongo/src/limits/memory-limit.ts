import { Binary, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'

/** MongoDB's memory limit for a sort or an aggregation stage. */
export const MEMORY_LIMIT_BYTES = 100 * 1024 * 1024

const OVERHEAD_BYTES = 16

/** Estimates the memory that a stage uses and fails with 292 above the limit. */
export class MemoryLimit {
  readonly #what: string
  readonly #limit: number
  #bytes = 0

  constructor(what: string, limit = MEMORY_LIMIT_BYTES) {
    this.#what = what
    this.#limit = limit
  }

  add(value: Value | undefined): void {
    this.#bytes += sizeOf(value)
    if (this.#bytes <= this.#limit) return
    fail(
      'QueryExceededMemoryLimitNoDiskUseAllowed',
      `${this.#what} exceeded memory limit of ${this.#limit} bytes; reduce its input`,
    )
  }
}

/** Returns the approximate size of a value in bytes. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return OVERHEAD_BYTES + value.length
  let size = OVERHEAD_BYTES
  if (isArray(value)) for (const item of value) size += sizeOf(item)
  else if (isDoc(value)) for (const [name, item] of value) size += name.length + sizeOf(item)
  else if (value instanceof Binary) size += value.position
  return size
}
