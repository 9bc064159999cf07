import { Long } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Deadline } from '../limits/deadline.ts'
import type { Session } from '../engine/sessions.ts'
import type { Transaction } from '../transactions/transaction.ts'

const DEFAULT_FIRST_BATCH = 101
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024
const IDLE_MS = 10 * 60_000

/** An open cursor over a query's remaining documents. `source` returns them as bytes, in batches of any size. */
export interface Cursor {
  readonly id: Long
  readonly namespace: string
  readonly source: AsyncIterator<Buffer[]>
  readonly session: Session | undefined
  readonly transaction: Transaction | undefined
  readonly origin: string
  readonly deadline: Deadline | undefined
  /** The batch last read from the source; documents before index `taken` have been returned. */
  batch: Buffer[]
  taken: number
  /** The number of documents that may still be returned; Infinity when there is no limit. */
  left: number
  isDone: boolean
  isBusy: boolean
  /** When it was last used, as a value of `performance.now()`. */
  lastUsed: number
}

export class Cursors {
  readonly #cursors = new Map<bigint, Cursor>()
  #nextId = BigInt(Date.now()) * 1000n

  get size(): number {
    return this.#cursors.size
  }

  open(
    given: Pick<Cursor, 'namespace' | 'source' | 'session' | 'transaction' | 'origin' | 'deadline'>,
    limit = Infinity,
  ): Cursor {
    return {
      ...given,
      id: Long.fromBigInt(++this.#nextId),
      batch: [],
      taken: 0,
      left: limit,
      isDone: false,
      isBusy: false,
      lastUsed: performance.now(),
    }
  }

  /** Returns the next batch. Removes the cursor when it reaches its end or fails. */
  async take(cursor: Cursor, batchSize: number | undefined, isFirst: boolean): Promise<Buffer[]> {
    const wanted = Math.min(batchSize ?? (isFirst ? DEFAULT_FIRST_BATCH : Infinity), cursor.left)
    cursor.isBusy = true
    cursor.deadline?.resume()
    try {
      const batch = await fill(cursor, wanted)
      cursor.left -= batch.length
      if (cursor.left <= 0) cursor.isDone = true
      if (cursor.isDone) this.#forget(cursor)
      else this.#cursors.set(cursor.id.toBigInt(), cursor)
      return batch
    } catch (error) {
      this.#forget(cursor)
      throw error
    } finally {
      cursor.isBusy = false
      cursor.deadline?.pause()
      cursor.lastUsed = performance.now()
    }
  }

  get(id: bigint, namespace: string): Cursor {
    const cursor = this.#cursors.get(id)
    if (cursor === undefined) fail('CursorNotFound', `cursor id ${id} not found`)
    if (cursor.namespace !== namespace) {
      fail(
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to '${cursor.namespace}'`,
      )
    }
    if (cursor.isBusy) fail('CursorInUse', `cursor id ${id} is already in use`)
    return cursor
  }

  kill(id: bigint): boolean {
    const cursor = this.#cursors.get(id)
    if (cursor === undefined) return false
    this.#forget(cursor)
    return true
  }

  killWhere(test: (cursor: Cursor) => boolean): void {
    for (const cursor of this.#cursors.values()) if (test(cursor)) this.#forget(cursor)
  }

  /** Removes cursors that have been idle for ten minutes. */
  sweep(now = performance.now()): void {
    this.killWhere((cursor) => !cursor.isBusy && now - cursor.lastUsed > IDLE_MS)
  }

  #forget(cursor: Cursor): void {
    this.#cursors.delete(cursor.id.toBigInt())
    cursor.isDone = true
    cursor.batch = []
    void cursor.source.return?.()
  }
}

async function fill(cursor: Cursor, wanted: number): Promise<Buffer[]> {
  const batch: Buffer[] = []
  let bytes = 0
  while (batch.length < wanted) {
    if (cursor.taken >= cursor.batch.length) {
      const next = await cursor.source.next()
      if (next.done === true) {
        cursor.isDone = true
        break
      }
      cursor.batch = next.value
      cursor.taken = 0
      continue
    }
    const document = cursor.batch[cursor.taken]!
    if (batch.length > 0 && bytes + document.length > BATCH_BYTES) break
    batch.push(document)
    bytes += document.length + 12
    cursor.taken++
  }
  return batch
}
