import { Binary, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'

/** MongoDB's limit for what a sort or a stage holds in memory. */
export const MEMORY_LIMIT_BYTES = 100 * 1024 * 1024

const OVERHEAD_BYTES = 16

/** Counts what a stage holds, about, and stops it with 292 when it is too much. */
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
      `${this.#what} exceeded memory limit of ${this.#limit} bytes; narrow down what it is given`,
    )
  }
}

/** About how many bytes a value takes. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return OVERHEAD_BYTES + value.length
  let size = OVERHEAD_BYTES
  if (isArray(value)) for (const item of value) size += sizeOf(item)
  else if (isDoc(value)) for (const [name, item] of value) size += name.length + sizeOf(item)
  else if (value instanceof Binary) size += value.position
  return size
}
