import { type Doc } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import type { Deadline } from '../limits/deadline.ts'
import type { View } from '../execution/execute.ts'
import { Yielder } from '../limits/yielder.ts'
import { BlockedByTransaction, type LockOwner, Locks } from '../storage/locks.ts'
import { Transaction, writeConflict } from '../transactions/transaction.ts'
import { Catalogue, type CollectionInfo, NewerFormat } from '../storage/catalogue.ts'
import {
  type Change,
  StoreWriter,
  UniqueCheck,
  additionsOf,
  countOf,
  countsOf,
  planChange,
  removalsOf,
} from '../storage/documents.ts'
import { decode } from '../bson/codec.ts'
import { DiskSpace, type DiskSpaceOptions } from '../storage/disk-space.ts'
import { Environment, type OnFatal } from '../storage/environment.ts'
import { toDamageError } from '../storage/file-check.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import { keyOf } from '../storage/layout.ts'
import { PackedOperations } from '../storage/operations.ts'
import { MAX_SNAPSHOTS } from '../storage/store.ts'

/** Commits with more changed documents than this run on a separate thread. */
export const LARGE_COMMIT = 400
const RECORD_CHUNK = 1000

/** Combines the store, the catalogue and the locks for commands. */
export class Engine {
  readonly environment: Environment
  readonly diskSpace: DiskSpace
  readonly catalogue: Catalogue
  readonly locks = new Locks()
  readonly startedAt = Date.now()
  #largeCommits = 0
  readonly #waiting: (() => void)[] = []

  private constructor(environment: Environment, diskSpace: DiskSpace) {
    this.environment = environment
    this.diskSpace = diskSpace
    this.catalogue = new Catalogue(environment)
  }

  /** Opens the data folder. Fails when another process is using it or its data cannot be read. */
  static async open(folder: string, onFatal: OnFatal, space: DiskSpaceOptions = {}): Promise<Engine> {
    const environment = await Environment.open(folder, onFatal)
    const engine = new Engine(environment, new DiskSpace(folder, () => environment.reusableBytes(), space))
    try {
      await engine.catalogue.load()
    } catch (error) {
      await environment.close()
      if (error instanceof NewerFormat) throw error
      throw toDamageError(folder, error instanceof Error ? error.message : String(error))
    }
    return engine
  }

  /** Returns a view of the transaction's snapshot, or of the latest state without a transaction. */
  view(transaction?: Transaction): View {
    return transaction === undefined
      ? { reader: this.environment }
      : { reader: transaction.snapshot, transaction }
  }

  count(collection: CollectionInfo, transaction?: Transaction): number {
    return transaction === undefined ? countOf(this.environment, collection) : transaction.count(collection)
  }

  /**
   * Runs `action` with a writer in one commit and resolves when it is on disk. When a transaction has locked a key,
   * waits for that transaction to end and runs `action` again, until `deadline`.
   */
  async write<T>(action: (writer: StoreWriter) => T, deadline?: Deadline): Promise<T> {
    for (;;) {
      let writer: StoreWriter | undefined
      try {
        return await this.environment.write(() => {
          writer = this.#writer()
          return action(writer)
        })
      } catch (error) {
        if (!(error instanceof BlockedByTransaction)) throw error
        await waitFor(error.owner, deadline)
      } finally {
        if (writer !== undefined) this.locks.recordCommit(writer.written)
      }
    }
  }

  /** Starts a transaction. Fails with a retryable error when too many are already open. */
  begin(): Transaction {
    if (this.locks.openCount >= MAX_SNAPSHOTS) {
      throw new MongoError('LockTimeout', `${MAX_SNAPSHOTS} transactions are open; retry`, undefined, [
        'TransientTransactionError',
      ])
    }
    return new Transaction(this.environment.snapshot(), this.locks)
  }

  /** Commits a transaction atomically together with `record`. */
  async commit(transaction: Transaction, record: () => void): Promise<void> {
    transaction.state = 'committing'
    try {
      const plan = await this.#planCommit(transaction)
      if (plan.changes.length > LARGE_COMMIT) await this.#commitLarge(plan, record)
      else {
        await this.environment.write(() => {
          plan.check()
          this.#writer().applyAll(plan.changes)
          record()
        })
      }
      // Recorded before the locks are released, so that transactions that did not see this commit still conflict with
      // it.
      const yielder = new Yielder()
      const keys = [...transaction.held]
      for (let at = 0; at < keys.length; at += RECORD_CHUNK) {
        this.locks.recordCommit(keys.slice(at, at + RECORD_CHUNK))
        await yielder.yieldIfDue()
      }
      transaction.finish('committed')
    } catch (error) {
      transaction.finish('aborted')
      throw error
    }
  }

  /**
   * Prepares the writes of a commit. The transaction's locks protect its documents and unique keys. `check` must run
   * inside the write; it fails with WriteConflict when an index or collection has changed.
   */
  async #planCommit(transaction: Transaction): Promise<{ changes: Change[]; check: () => void }> {
    const yielder = new Yielder()
    const changes: Change[] = []
    const indexes = new Map<CollectionInfo, readonly IndexInfo[]>()
    for (const { collection, idKey, bytes } of transaction.changes()) {
      if (!indexes.has(collection)) indexes.set(collection, [...collection.indexes])
      const before = this.environment.get('docs', keyOf(collection.id, idKey))
      if (before !== undefined || bytes !== undefined)
        changes.push(planChange(collection, idKey, before, bytes === undefined ? undefined : decode(bytes)))
      await yielder.yieldIfDue()
    }
    const check = (): void => {
      for (const [collection, planned] of indexes) {
        const isSame =
          planned.length === collection.indexes.length &&
          planned.every(
            (index, at) =>
              index === collection.indexes[at] && index.isReady && index.readySince <= transaction.since,
          )
        if (collection.isDropped || !isSame) throw writeConflict(`the collection ${collection.name}`)
      }
    }
    check()
    const writer = this.#writer()
    const unique = new UniqueCheck(changes, (index, key) => writer.ownerOf(index, key))
    for (const change of changes) {
      unique.check(change)
      await yielder.yieldIfDue()
    }
    return { changes, check }
  }

  async #commitLarge(
    { changes, check }: { changes: readonly Change[]; check: () => void },
    record: () => void,
  ): Promise<void> {
    const yielder = new Yielder()
    const operations = new PackedOperations()
    for (const toOperations of [removalsOf, additionsOf]) {
      for (const change of changes) {
        for (const operation of toOperations(change)) operations.push(operation)
        await yielder.yieldIfDue()
      }
    }
    for (const operation of countsOf(changes)) operations.push(operation)
    for (const operation of this.environment.collect(record)) operations.push(operation)
    this.#largeCommits++
    try {
      await this.environment.write(() => {
        check()
        this.#writer().setFlags(changes)
      })
      await this.environment.writeLarge(operations)
    } finally {
      this.#largeCommits--
      if (this.#largeCommits === 0) for (const resume of this.#waiting.splice(0)) resume()
    }
  }

  #writer(): StoreWriter {
    return new StoreWriter(this.environment, this.catalogue, this.locks)
  }

  /**
   * Runs a write that creates or drops indexes, or drops or renames collections. Waits for large commits, which rely on
   * them.
   */
  async changeCatalogue<T>(action: () => T): Promise<T> {
    for (;;) {
      if (this.#largeCommits > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      const outcome = await this.environment.write(() =>
        this.#largeCommits > 0 ? undefined : { value: action() },
      )
      if (outcome !== undefined) return outcome.value
    }
  }

  /** Returns the collection and creates it if it does not exist. */
  async ensureCollection(db: string, name: string, options: Doc = new Map()): Promise<CollectionInfo> {
    const existing = this.catalogue.find(db, name)
    if (existing !== undefined) return existing
    return await this.environment.write(
      () => this.catalogue.find(db, name) ?? this.catalogue.create(db, name, options),
    )
  }

  getCollection(db: string, name: string): CollectionInfo {
    return this.catalogue.find(db, name) ?? fail('NamespaceNotFound', `ns does not exist: ${db}.${name}`)
  }

  async close(): Promise<void> {
    await this.environment.close()
  }
}

/** Waits until a transaction has ended. Fails with MaxTimeMSExpired at the deadline. */
export async function waitFor(owner: LockOwner, deadline?: Deadline): Promise<void> {
  if (deadline === undefined) return await owner.finished
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new MongoError('MaxTimeMSExpired', 'operation exceeded time limit')),
      deadline.leftMs,
    )
  })
  try {
    await Promise.race([owner.finished, expired])
  } finally {
    clearTimeout(timer)
  }
}
