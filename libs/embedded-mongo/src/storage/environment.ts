import { writeSync } from 'node:fs'
import type { Transaction as ReadTransaction } from 'lmdb'
import { checkFile } from './file-check.ts'
import { lockFolder } from './folder-lock.ts'
import { LargeWrites } from './large-writes.ts'
import type { Operation, PackedOperations } from './operations.ts'
import { addTo } from './operations.ts'
import { MAX_KEY_BYTES, type Store, type Table, openStore } from './store.ts'

export interface Entry {
  key: Buffer
  value: Buffer
}

/** A range of keys: `start` inclusive, `end` exclusive. */
export interface KeyRange {
  start: Buffer
  end: Buffer
}

/** Reads the latest committed state or a snapshot. Inside `write`, reads include the changes of the running write. */
export interface Reader {
  get(table: Table, key: Buffer): Buffer | undefined
  /** Returns up to `limit` entries of a range in key order (or reversed), starting after the key `after` if given. */
  range(table: Table, range: KeyRange, limit: number, reverse?: boolean, after?: Buffer): Entry[]
  /**
   * Skips up to `limit` entries of a range without reading them. `last` is the last skipped key, or undefined when the
   * range has fewer entries.
   */
  skip(table: Table, range: KeyRange, limit: number, reverse?: boolean, after?: Buffer): SkipResult
}

export interface SkipResult {
  count: number
  last: Buffer | undefined
}

/** A reader that keeps seeing the same state until `release`. Until then, the store cannot reuse freed pages. */
export interface Snapshot extends Reader {
  release(): void
}

/** The page counts of one of lmdb's trees. */
interface PageCounts {
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}

const META_PAGES = 2
const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: PageCounts): number =>
  treeBranchPageCount + treeLeafPageCount + overflowPages

/** Called once after a commit has failed and no write is running; the process must end. */
export type OnFatal = (error: Error) => void

/** The work of one commit: a function to run, or operations for the writer thread. */
interface Work {
  run?: () => void
  operations?: PackedOperations
}

interface Job extends Work {
  resolve: () => void
  reject: (error: Error) => void
}

/** A pending change of the running step. A change without a value removes the key. */
interface Pending {
  table: Table
  key: Buffer
  value?: Buffer
}

/**
 * The lmdb store. Every write is durable (fdatasync) before its promise resolves; concurrent writes share a commit.
 */
export class Environment implements Reader {
  readonly #root: Store['root']
  readonly #tables: Store['tables']
  readonly #largeWrites: LargeWrites
  readonly #unlock: () => Promise<void>
  readonly #onFatal: OnFatal
  #pending: Pending[] = []
  #undo: (() => void)[] = []
  readonly #queue: Job[] = []
  #isCommitting = false
  #committing: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  #isClosed = false

  private constructor(folder: string, unlock: () => Promise<void>, onFatal: OnFatal) {
    const { root, tables } = openStore(folder)
    this.#root = root
    this.#tables = tables
    this.#largeWrites = new LargeWrites(folder)
    this.#unlock = unlock
    this.#onFatal = onFatal
  }

  /**
   * Opens or creates the store in a folder. Fails when another process is using it. `onFatal` must stop the process.
   */
  static async open(folder: string, onFatal: OnFatal): Promise<Environment> {
    const unlock = await lockFolder(folder)
    try {
      checkFile(folder)
      return new Environment(folder, unlock, onFatal)
    } catch (error) {
      await unlock()
      throw error
    }
  }

  /**
   * Runs the synchronous `action` in a write transaction and resolves with its result once it is on disk. When
   * `action` throws, nothing is written; `attempt` splits it into steps that can fail separately. A failed commit is
   * fatal: every waiting write fails and `onFatal` is called.
   */
  async write<T>(action: () => T): Promise<T> {
    let outcome: { value: T } | { error: unknown } | undefined
    const run = (): void => {
      try {
        outcome = { value: this.attempt(action) }
      } catch (error) {
        outcome = { error }
      }
    }
    await this.#enqueue({ run })
    if (outcome === undefined) throw new Error('The write did not run')
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  /** Writes many operations in one durable commit on a separate thread while reads continue; other writes wait. */
  async writeLarge(operations: PackedOperations): Promise<void> {
    await this.#enqueue({ operations })
    this.#root.resetReadTxn()
  }

  async #enqueue(work: Work): Promise<void> {
    if (this.#failure !== undefined) throw toStopError(this.#failure)
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ ...work, resolve, reject })
      if (!this.#isCommitting) this.#committing = this.#commitQueue()
    })
  }

  /**
   * Commits the queued writes, together where possible, before accepting later ones. Starting the next lmdb
   * transaction earlier would hang the process when a commit fails.
   */
  async #commitQueue(): Promise<void> {
    this.#isCommitting = true
    while (this.#queue.length > 0) {
      const end = this.#queue.findIndex(({ operations }) => operations !== undefined)
      const jobs = this.#queue.splice(0, end < 0 ? this.#queue.length : Math.max(1, end))
      try {
        if (jobs[0]!.operations !== undefined) await this.#largeWrites.write(jobs[0]!.operations)
        else
          await this.#root.transaction(() => {
            for (const { run } of jobs) run?.()
          })
        for (const { resolve } of jobs) resolve()
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error))
        for (const { reject } of jobs) reject(this.#failure)
        for (const { reject } of this.#queue.splice(0)) reject(toStopError(this.#failure))
        this.#onFatal(this.#failure)
      }
    }
    this.#isCommitting = false
  }

  /** Runs one step, which leaves no changes when it throws. Must be called inside `write`. */
  attempt<T>(step: () => T): T {
    const [changes, undos] = [this.#pending.length, this.#undo.length]
    try {
      const result = step()
      if (changes === 0) this.#flush()
      return result
    } catch (error) {
      this.#pending.length = changes
      for (const undo of this.#undo.splice(undos).toReversed()) undo()
      throw error
    }
  }

  /** Registers a function that reverts changes in memory if the step throws. Must be called inside `write`. */
  onUndo(undo: () => void): void {
    this.#undo.push(undo)
  }

  /** Sets a key. Must be called inside `write`. */
  put(table: Table, key: Buffer, value: Buffer): void {
    if (key.length > MAX_KEY_BYTES) throw new Error(`A key of ${key.length} bytes is too long for the store`)
    this.#pending.push({ table, key, value })
  }

  /** Applies one operation. Must be called inside `write`. */
  apply(operation: Operation): void {
    const { table, key } = operation
    if ('add' in operation) this.put(table, key, addTo(this.get(table, key), operation.add))
    else if (operation.value === undefined) this.remove(table, key)
    else this.put(table, key, operation.value)
  }

  /** Runs a step and returns its changes without writing them. */
  collect(step: () => void): readonly Operation[] {
    step()
    return this.#pending.splice(0).map(({ table, key, value }) => ({ table, key, value }))
  }

  /** Removes a key. Must be called inside `write`. */
  remove(table: Table, key: Buffer): void {
    this.#pending.push({ table, key })
  }

  get(table: Table, key: Buffer): Buffer | undefined {
    this.#checkOpen()
    const pending = this.#pending.findLast((change) => change.table === table && change.key.equals(key))
    return pending === undefined ? this.#tables[table].get(key) : pending.value
  }

  range(table: Table, range: KeyRange, limit: number, reverse = false, after?: Buffer): Entry[] {
    this.#checkOpen()
    if (this.#pending.some((change) => change.table === table))
      throw new Error(`A range of ${table} would not include the changes of the running step`)
    return this.#range(table, range, limit, reverse, after)
  }

  skip(table: Table, range: KeyRange, limit: number, reverse = false, after?: Buffer): SkipResult {
    this.#checkOpen()
    if (this.#pending.some((change) => change.table === table))
      throw new Error(`A range of ${table} would not include the changes of the running step`)
    return this.#skip(table, range, limit, reverse, after)
  }

  /** Returns the bytes of the free pages inside the file, including pages that a snapshot still needs. */
  reusableBytes(): number {
    const [root, tables] = [this.#root, this.#tables]
    const stats = root.getStats() as PageCounts & {
      lastPageNumber: number
      free: PageCounts
      pageSize: number
    }
    const used = [stats, stats.free, ...Object.values(tables).map((table) => table.getStats() as PageCounts)]
    const usedPages = used.reduce((sum, counts) => sum + pagesOf(counts), META_PAGES)
    return Math.max(0, stats.lastPageNumber + 1 - usedPages) * stats.pageSize
  }

  /** The number of commits since the store was created. Each one waited for fdatasync. */
  get commitCount(): number {
    return (this.#root.getStats() as { lastTxnId: number }).lastTxnId
  }

  /** Returns a snapshot that contains all acknowledged writes. */
  snapshot(): Snapshot {
    this.#checkOpen()
    this.#root.resetReadTxn()
    const transaction = this.#root.useReadTransaction()
    let isReleased = false
    // Reading from a released lmdb transaction would access freed memory.
    const check = (): void => {
      if (isReleased) throw new Error('The snapshot is released')
    }
    return {
      get: (table, key) => {
        check()
        return this.#tables[table].get(key, { transaction })
      },
      range: (table, range, limit, reverse = false, after) => {
        check()
        return this.#range(table, range, limit, reverse, after, transaction)
      },
      skip: (table, range, limit, reverse = false, after) => {
        check()
        return this.#skip(table, range, limit, reverse, after, transaction)
      },
      release: () => {
        check()
        isReleased = true
        transaction.done()
      },
    }
  }

  /** Finishes queued writes; later reads and writes fail. */
  async close(): Promise<void> {
    this.#failure ??= new Error('the store is closed')
    await this.#committing
    this.#isClosed = true
    await this.#largeWrites.close()
    await this.#root.close()
    await this.#unlock()
  }

  /** A read after close would make lmdb throw later from a timer, where it cannot be caught. */
  #checkOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed')
  }

  #range(
    table: Table,
    range: KeyRange,
    limit: number,
    reverse: boolean,
    after?: Buffer,
    transaction?: ReadTransaction,
  ): Entry[] {
    return [...this.#tables[table].getRange({ ...optionsOf(range, reverse, after, transaction), limit })]
  }

  #skip(
    table: Table,
    range: KeyRange,
    limit: number,
    reverse: boolean,
    after?: Buffer,
    transaction?: ReadTransaction,
  ): SkipResult {
    const options = () => optionsOf(range, reverse, after, transaction)
    const [last] = this.#tables[table].getKeys({ ...options(), offset: limit - 1, limit: 1 })
    if (last !== undefined) return { count: limit, last: last as Buffer }
    return { count: this.#tables[table].getKeysCount(options()), last: undefined }
  }

  #flush(): void {
    const changes = this.#pending
    this.#pending = []
    this.#undo = []
    for (const [at, { table, key, value }] of changes.entries()) {
      try {
        if (value === undefined) this.#tables[table].removeSync(key)
        else this.#tables[table].putSync(key, value)
      } catch (error) {
        if (at > 0) exitAfterPartialWrite(error)
        throw error
      }
    }
  }
}

const optionsOf = (
  { start, end }: KeyRange,
  reverse: boolean,
  after: Buffer | undefined,
  transaction: ReadTransaction | undefined,
) => ({
  start: after ?? (reverse ? end : start),
  end: reverse ? start : end,
  inclusiveEnd: reverse,
  exclusiveStart: reverse || after !== undefined,
  reverse,
  ...(transaction === undefined ? {} : { transaction }),
})

const toStopError = (cause: Error): Error =>
  new Error(`The store no longer accepts writes: ${cause.message}`, { cause })

/**
 * Kills the process, because at this point lmdb can neither roll back nor let the process exit normally. This is a
 * last resort: keys are checked before they are written, and a failing put also fails the commit.
 */
function exitAfterPartialWrite(error: unknown): void {
  writeSync(2, `embedded-mongo: a change was written partially; exiting without a commit: ${String(error)}\n`)
  process.kill(process.pid, 'SIGKILL')
}
