import { type Doc } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import type { View } from '../query/execute.ts'
import { BlockedByTransaction, type LockOwner, Locks } from '../transactions/locks.ts'
import { Transaction, writeConflict } from '../transactions/transaction.ts'
import { Catalogue, type CollectionInfo } from './catalogue.ts'
import { type Change, StoreWriter, checkUnique, countOf, planChange } from './documents.ts'
import { decode } from '../bson/codec.ts'
import { Environment, MAX_SNAPSHOTS, type OnFatal } from './environment.ts'

/** Store, catalogue and locks in one: what commands work with. */
export class Engine {
  readonly environment: Environment
  readonly catalogue: Catalogue
  readonly locks = new Locks()
  readonly startedAt = Date.now()

  private constructor(environment: Environment) {
    this.environment = environment
    this.catalogue = new Catalogue(environment)
  }

  static async open(folder: string, onFatal: OnFatal): Promise<Engine> {
    return new Engine(await Environment.open(folder, onFatal))
  }

  /** The view of a transaction, or of the latest state. */
  view(transaction?: Transaction): View {
    return transaction === undefined
      ? { reader: this.environment }
      : { reader: transaction.snapshot, transaction }
  }

  count(collection: CollectionInfo, transaction?: Transaction): number {
    return transaction === undefined ? countOf(this.environment, collection) : transaction.count(collection)
  }

  /**
   * Runs `action` with a writer inside one commit and resolves when that is on disk. When a transaction holds what
   * is to be written it waits for its end and runs `action` again, until `deadline`.
   */
  async write<T>(action: (writer: StoreWriter) => T, deadline?: number): Promise<T> {
    for (;;) {
      let writer: StoreWriter | undefined
      try {
        return await this.environment.write(() => {
          writer = new StoreWriter(this.environment, this.catalogue, this.locks)
          return action(writer)
        })
      } catch (error) {
        if (!(error instanceof BlockedByTransaction)) throw error
        await waitFor(error.owner, deadline)
      } finally {
        if (writer !== undefined) this.locks.committed(writer.written)
      }
    }
  }

  /** Begins a transaction; fails, for the client to try again, when far too many are open. */
  begin(): Transaction {
    if (this.locks.openCount >= MAX_SNAPSHOTS) {
      throw new MongoError('LockTimeout', `${MAX_SNAPSHOTS} transactions are open; please retry`, undefined, [
        'TransientTransactionError',
      ])
    }
    return new Transaction(this.environment.snapshot(), this.locks)
  }

  /** Makes a transaction's changes durable and visible at once; `record` is written with them. */
  async commit(transaction: Transaction, record: () => void): Promise<void> {
    transaction.state = 'committing'
    let writer: StoreWriter | undefined
    try {
      await this.environment.write(() => {
        const changed = [...transaction.changes()]
        for (const { collection } of changed) {
          const isChanged = collection.indexes.some(
            (index) => !index.isReady || index.readySince > transaction.since,
          )
          if (collection.isDropped || isChanged) throw writeConflict(`the collection ${collection.name}`)
        }
        const store = new StoreWriter(this.environment, this.catalogue, this.locks, transaction)
        const changes: Change[] = []
        for (const { collection, idKey, bytes } of changed) {
          const before = store.read(collection, idKey)
          if (before === undefined && bytes === undefined) continue
          changes.push(planChange(collection, idKey, before, bytes === undefined ? undefined : decode(bytes)))
        }
        store.claim(changes.flatMap(({ locks }) => locks))
        checkUnique(changes, store)
        writer = store
        store.applyAll(changes)
        record()
      })
      transaction.finish('committed')
    } catch (error) {
      transaction.finish('aborted')
      throw error
    } finally {
      if (writer !== undefined) this.locks.committed((writer as StoreWriter).written)
    }
  }

  /** The collection, made when it is not there. */
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

/** Waits until a transaction is over; fails with MaxTimeMSExpired at the deadline. */
export async function waitFor(owner: LockOwner, deadline?: number): Promise<void> {
  if (deadline === undefined) return await owner.finished
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new MongoError('MaxTimeMSExpired', 'operation exceeded time limit')),
      Math.max(0, deadline - Date.now()),
    )
  })
  try {
    await Promise.race([owner.finished, expired])
  } finally {
    clearTimeout(timer)
  }
}
