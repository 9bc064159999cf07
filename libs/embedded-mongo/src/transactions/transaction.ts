import { MongoError } from '../errors.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { type Change, type Writer, countOf, entryKey } from '../storage/documents.ts'
import type { Snapshot } from '../storage/environment.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import { keyOf } from '../storage/layout.ts'
import type { LockOwner, Locks } from '../storage/locks.ts'

/** A document that a transaction has changed: its new bytes, or undefined when it was removed. */
export interface Overlaid {
  collection: CollectionInfo
  idKey: Buffer
  bytes: Buffer | undefined
}

/**
 * Returns the error for a transaction that conflicts with another write. The client should abort and retry the
 * transaction.
 */
export const writeConflict = (message = 'a document or unique key'): MongoError =>
  new MongoError(
    'WriteConflict',
    `Write conflict during the transaction: another operation changed ${message} since it began. Please retry the transaction.`,
    undefined,
    ['TransientTransactionError'],
  )

/** Returns the error for a command in a transaction that has already ended. */
export const transactionGone = (message = 'The transaction has been aborted.'): MongoError =>
  new MongoError('NoSuchTransaction', message, undefined, ['TransientTransactionError'])

/**
 * A transaction: a snapshot, its own changes, and locks on everything it wrote. Others see its changes only
 * after the commit. A write fails immediately with WriteConflict when another writer was first.
 */
export class Transaction implements Writer, LockOwner {
  readonly snapshot: Snapshot
  readonly since: number
  readonly finished: Promise<void>
  state: 'open' | 'committing' | 'committed' | 'aborted' = 'open'
  readonly #locks: Locks
  readonly #held = new Set<string>()
  readonly #overlay = new Map<number, Map<string, Overlaid>>()
  readonly #uniqueOwners = new Map<string, Buffer | undefined>()
  readonly #countDeltas = new Map<number, number>()
  #settle: () => void = () => {}

  constructor(snapshot: Snapshot, locks: Locks) {
    this.snapshot = snapshot
    this.since = locks.commit
    this.#locks = locks
    this.finished = new Promise((resolve) => (this.#settle = resolve))
    locks.begin(this)
  }

  read(collection: CollectionInfo, idKey: Buffer): Buffer | undefined {
    const own = this.overlay(collection)?.get(idKey.toString('latin1'))
    if (own !== undefined) return own.bytes
    return this.snapshot.get('docs', keyOf(collection.id, idKey))
  }

  ownerOf(index: IndexInfo, key: Buffer): Buffer | undefined {
    const entry = entryKey(index, key, Buffer.alloc(0))
    const name = entry.toString('latin1')
    return this.#uniqueOwners.has(name) ? this.#uniqueOwners.get(name) : this.snapshot.get('entries', entry)
  }

  claim(keys: readonly string[]): void {
    // The transaction may have ended while a statement was waiting; locks acquired now would never be released.
    if (this.state !== 'open') throw transactionGone()
    if (!this.#locks.acquire(this, keys)) throw writeConflict()
    for (const key of keys) this.#held.add(key)
  }

  apply({ collection, idKey, bytes, existed, added, removed }: Change): void {
    let own = this.#overlay.get(collection.id)
    if (own === undefined) this.#overlay.set(collection.id, (own = new Map()))
    own.set(idKey.toString('latin1'), { collection, idKey, bytes })
    const note = (index: IndexInfo, key: Buffer, owner: Buffer | undefined): void => {
      if (index.isUnique)
        this.#uniqueOwners.set(entryKey(index, key, Buffer.alloc(0)).toString('latin1'), owner)
    }
    for (const { index, key } of removed) note(index, key, undefined)
    for (const { index, key } of added) note(index, key, idKey)
    const delta = Number(bytes !== undefined) - Number(existed)
    this.#countDeltas.set(collection.id, (this.#countDeltas.get(collection.id) ?? 0) + delta)
  }

  overlay(collection: CollectionInfo): ReadonlyMap<string, Overlaid> | undefined {
    return this.#overlay.get(collection.id)
  }

  count(collection: CollectionInfo): number {
    return countOf(this.snapshot, collection) + (this.#countDeltas.get(collection.id) ?? 0)
  }

  /** The keys of the locked documents and unique keys. */
  get held(): ReadonlySet<string> {
    return this.#held
  }

  /** Iterates over all documents that the transaction has changed. */
  *changes(): Iterable<Overlaid> {
    for (const documents of this.#overlay.values()) yield* documents.values()
  }

  /** Releases the snapshot and the locks. Can be called more than once. */
  finish(state: 'committed' | 'aborted'): void {
    if (this.state === 'committed' || this.state === 'aborted') return
    this.state = state
    this.snapshot.release()
    this.#locks.end(this, this.#held)
    this.#settle()
  }
}
