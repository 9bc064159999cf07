import { type Database, type RootDatabase, type Transaction as ReadTransaction, open } from 'lmdb'
import { lockFolder } from './folder-lock.ts'

type Store = Database<Buffer, Buffer>

/** The tables of the store: documents by [collection][_id], index entries, counts, catalogue, retry records. */
export type Table = 'docs' | 'entries' | 'counts' | 'catalogue' | 'retries'
const TABLES: readonly Table[] = ['docs', 'entries', 'counts', 'catalogue', 'retries']

/** How many snapshots may be held at once; each takes a place in lmdb's table of readers. */
export const MAX_SNAPSHOTS = 4000

/** One key with its value. */
export interface Entry {
  key: Buffer
  value: Buffer
}

/** A stretch of keys: `start` inclusive, `end` exclusive; `after` resumes behind a key already seen. */
export interface KeyRange {
  start: Buffer
  end: Buffer
}

/** What reads: the latest committed state, or one pinned snapshot. Inside `write` every read sees the running write. */
export interface Reader {
  get(table: Table, key: Buffer): Buffer | undefined
  /** Up to `limit` entries of a range, in key order or reversed, behind `after` when given. */
  range(table: Table, range: KeyRange, limit: number, reverse?: boolean, after?: Buffer): Entry[]
}

/** A reader that keeps its state until `release`. While it is held the store cannot reuse freed pages. */
export interface Snapshot extends Reader {
  release(): void
}

/**
 * Called when a commit failed, or (`isTorn`) when half a change is about to be committed. The process must end; in the
 * second case before this returns.
 */
export type OnFatal = (error: Error, isTorn: boolean) => void

/** The lmdb store. Every write is durable (fdatasync) before its promise resolves; writes that meet share one commit. */
export class Environment implements Reader {
  readonly #root: RootDatabase<Buffer, Buffer>
  readonly #tables: Record<Table, Store>
  readonly #unlock: () => Promise<void>
  readonly #onFatal: OnFatal
  #isDirty = false
  #isBroken = false
  #isClosed = false

  private constructor(root: RootDatabase<Buffer, Buffer>, unlock: () => Promise<void>, onFatal: OnFatal) {
    this.#root = root
    this.#unlock = unlock
    this.#onFatal = onFatal
    const tables: Partial<Record<Table, Store>> = {}
    for (const name of TABLES) tables[name] = root.openDB(name, { keyEncoding: 'binary', encoding: 'binary' })
    this.#tables = tables as Record<Table, Store>
  }

  /** Opens or creates the store in a folder; fails when another process has it. `onFatal` must stop the process. */
  static async open(folder: string, onFatal: OnFatal): Promise<Environment> {
    const unlock = await lockFolder(folder)
    try {
      const root = open<Buffer, Buffer>(folder, {
        noSubdir: false,
        overlappingSync: false,
        keyEncoding: 'binary',
        encoding: 'binary',
        maxDbs: TABLES.length + 1,
        maxReaders: MAX_SNAPSHOTS + 100,
        // Address space, not disk; on Windows a large map would be a large file, so there it grows by itself.
        ...(process.platform === 'win32' ? {} : { mapSize: 2 ** 36 }),
      })
      return new Environment(root, unlock, onFatal)
    } catch (error) {
      await unlock()
      throw error
    }
  }

  /**
   * Runs `action` inside a write transaction and resolves with its result once that is on disk. `action` is
   * synchronous; it may throw only before its first `put` or `remove` (lmdb does not roll back): a later throw, as
   * a failed commit, is fatal. `attempt` splits an action into steps of which each may fail so.
   */
  async write<T>(action: () => T): Promise<T> {
    if (this.#isBroken) throw new Error('The store stopped after a failed commit')
    let outcome: { value: T } | { error: unknown } | undefined
    try {
      await this.#root.transaction(() => {
        try {
          outcome = { value: this.attempt(action) }
        } catch (error) {
          outcome = { error }
        }
      })
    } catch (error) {
      this.#stop(error, false)
      throw error
    }
    if (outcome === undefined) throw new Error('The write did not run')
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  /** Only inside `write`: one step, which must not throw once it has changed something. */
  attempt<T>(step: () => T): T {
    this.#isDirty = false
    try {
      return step()
    } catch (error) {
      if (this.#isDirty) this.#stop(error, true)
      throw error
    }
  }

  /** Only inside `write`. */
  put(table: Table, key: Buffer, value: Buffer): void {
    this.#isDirty = true
    this.#tables[table].putSync(key, value)
  }

  /** Only inside `write`. */
  remove(table: Table, key: Buffer): void {
    this.#isDirty = true
    this.#tables[table].removeSync(key)
  }

  get(table: Table, key: Buffer): Buffer | undefined {
    this.#checkOpen()
    return this.#tables[table].get(key)
  }

  range(table: Table, range: KeyRange, limit: number, reverse = false, after?: Buffer): Entry[] {
    this.#checkOpen()
    return this.#range(table, range, limit, reverse, after)
  }

  /** How many commits the store has made in its life; each waited for one fdatasync. */
  get commitCount(): number {
    return (this.#root.getStats() as { lastTxnId: number }).lastTxnId
  }

  /** Pins the state that every write acknowledged so far has reached. */
  snapshot(): Snapshot {
    this.#checkOpen()
    this.#root.resetReadTxn()
    const transaction = this.#root.useReadTransaction()
    let isReleased = false
    // Reading with a released lmdb transaction would read freed memory.
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
      release: () => {
        check()
        isReleased = true
        transaction.done()
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#root.close()
    await this.#unlock()
  }

  /** A read after the end would make lmdb throw later, from a timer, where nobody can catch it. */
  #checkOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed')
  }

  #range(
    table: Table,
    { start, end }: KeyRange,
    limit: number,
    reverse: boolean,
    after?: Buffer,
    transaction?: ReadTransaction,
  ): Entry[] {
    const from = after ?? (reverse ? end : start)
    const options = {
      start: from,
      end: reverse ? start : end,
      inclusiveEnd: reverse,
      exclusiveStart: reverse || after !== undefined,
      limit,
      reverse,
      ...(transaction === undefined ? {} : { transaction }),
    }
    return [...this.#tables[table].getRange(options)]
  }

  #stop(error: unknown, isTorn: boolean): void {
    this.#isBroken = true
    this.#onFatal(error instanceof Error ? error : new Error(String(error)), isTorn)
  }
}
