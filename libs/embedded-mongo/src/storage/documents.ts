import { decode, encode } from '../bson/codec.ts'
import { encodeKey, isTruncatedKey } from '../bson/keys.ts'
import { BSONRegExp, type Doc, ObjectId, type Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Locks } from './locks.ts'
import type { Catalogue, CollectionInfo } from './catalogue.ts'
import { duplicateKey } from './duplicate-key.ts'
import type { Environment, Reader } from './environment.ts'
import { type DocumentKeys, documentKeys } from './index-keys.ts'
import type { IndexInfo } from './index-spec.ts'
import { keyOf, prefix } from './layout.ts'
import type { Operation } from './operations.ts'

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** A change to one document and its index entries, computed before anything is written. */
export interface Change {
  collection: CollectionInfo
  idKey: Buffer
  bytes: Buffer | undefined
  existed: boolean
  /** The keys to lock: the document's key, and the unique keys that are added or removed. */
  locks: string[]
  added: { index: IndexInfo; key: Buffer }[]
  removed: { index: IndexInfo; key: Buffer }[]
  flags: { index: IndexInfo; keys: DocumentKeys }[]
}

/** The target of changes: the store itself, or a transaction's overlay. */
export interface Writer {
  read(collection: CollectionInfo, idKey: Buffer): Buffer | undefined
  /** Returns the `_id` key of the document that has this key in a unique index. */
  ownerOf(index: IndexInfo, key: Buffer): Buffer | undefined
  /** Fails when another writer has locked one of the keys. */
  claim(keys: readonly string[]): void
  apply(change: Change): void
}

export const idKeyOf = (id: Value): Buffer => encodeKey([id], [1])
const uniqueEntry = (index: IndexInfo, key: Buffer): Buffer => keyOf(index.id, key)
const plainEntry = (index: IndexInfo, key: Buffer, idKey: Buffer): Buffer => keyOf(index.id, key, idKey)

export const entryKey = (index: IndexInfo, key: Buffer, idKey: Buffer): Buffer =>
  index.isUnique ? uniqueEntry(index, key) : plainEntry(index, key, idKey)

export const lockOf = (collection: CollectionInfo, idKey: Buffer): string =>
  `${collection.id}:${idKey.toString('latin1')}`
const uniqueLock = (index: IndexInfo, key: Buffer): string => `${index.id}:${key.toString('latin1')}`

/**
 * Replaces, inserts (`before` undefined) or removes (`after` undefined) one document and its index entries. Fails
 * without changing anything for a duplicate key (11000), parallel arrays (171), a document that is too large (10334)
 * or a locked key.
 */
export function changeDocument(
  writer: Writer,
  collection: CollectionInfo,
  idKey: Buffer,
  before: Buffer | undefined,
  after: Doc | undefined,
): void {
  const change = planChange(collection, idKey, before, after)
  writer.claim(change.locks)
  new UniqueCheck([change], (index, key) => writer.ownerOf(index, key)).check(change)
  writer.apply(change)
}

/** Computes a change without writing it. Fails with 171 or 10334. */
export function planChange(
  collection: CollectionInfo,
  idKey: Buffer,
  before: Buffer | undefined,
  after: Doc | undefined,
): Change {
  const bytes = after === undefined ? undefined : encode(after)
  if (bytes !== undefined && bytes.length > MAX_DOCUMENT_BYTES) {
    fail(
      'BSONObjectTooLarge',
      `The document is ${bytes.length} bytes long; at most ${MAX_DOCUMENT_BYTES} are allowed`,
    )
  }
  const old = before === undefined || collection.indexes.length === 1 ? undefined : decode(before)
  const change: Change = {
    collection,
    idKey,
    bytes,
    existed: before !== undefined,
    locks: [lockOf(collection, idKey)],
    added: [],
    removed: [],
    flags: [],
  }
  const idIndex = collection.indexes[0]!
  if (isTruncatedKey(idKey) && !idIndex.hasTruncatedKeys) {
    change.flags.push({ index: idIndex, keys: { keys: [idKey], isMultikey: false, hasTruncatedKeys: true } })
  }
  for (const index of collection.indexes.slice(1)) {
    const next = after === undefined ? undefined : documentKeys(index, after)
    const previous = old === undefined ? [] : documentKeys(index, old).keys
    const added = difference(next?.keys ?? [], previous)
    const removed = difference(previous, next?.keys ?? [])
    for (const key of added) change.added.push({ index, key })
    for (const key of removed) change.removed.push({ index, key })
    if (
      next !== undefined &&
      ((next.isMultikey && !index.isMultikey) || (next.hasTruncatedKeys && !index.hasTruncatedKeys))
    ) {
      change.flags.push({ index, keys: next })
    }
    if (index.isUnique) for (const key of [...added, ...removed]) change.locks.push(uniqueLock(index, key))
  }
  return change
}

/**
 * Detects two documents that would have the same unique key after all changes. All changes are given up front,
 * because one may free a key that another adds.
 */
export class UniqueCheck {
  readonly #ownerOf: Writer['ownerOf']
  readonly #freed = new Set<string>()
  readonly #gained = new Set<string>()

  constructor(changes: readonly Change[], ownerOf: Writer['ownerOf']) {
    this.#ownerOf = ownerOf
    for (const { removed } of changes)
      for (const { index, key } of removed) if (index.isUnique) this.#freed.add(uniqueLock(index, key))
  }

  /** Fails with 11000 when a change adds a key that another document keeps or adds. */
  check({ collection, idKey, bytes, added }: Change): void {
    for (const { index, key } of added) {
      if (!index.isUnique) continue
      const name = uniqueLock(index, key)
      const owner = this.#freed.has(name) ? undefined : this.#ownerOf(index, key)
      if ((owner !== undefined && !owner.equals(idKey)) || this.#gained.has(name))
        throw duplicateKey(collection, index, decode(bytes!), key)
      this.#gained.add(name)
    }
  }
}

function difference(keys: readonly Buffer[], without: readonly Buffer[]): readonly Buffer[] {
  if (without.length === 0) return keys
  return keys.filter((key) => !without.some((other) => other.equals(key)))
}

/** Inserts a document and returns its `_id`. Fails with 11000 when the `_id` already exists. */
export function insertDocument(writer: Writer, collection: CollectionInfo, given: Doc): Value {
  const doc = withId(given)
  const id = doc.get('_id')!
  const idKey = idKeyOf(id)
  writer.claim([lockOf(collection, idKey)])
  if (writer.read(collection, idKey) !== undefined) {
    throw duplicateKey(collection, collection.indexes[0]!, doc, idKey)
  }
  changeDocument(writer, collection, idKey, undefined, doc)
  return id
}

/** Returns the document with its `_id` first, generating a missing one. Fails for an `_id` that MongoDB rejects. */
export function withId(doc: Doc): Doc {
  const id = doc.get('_id')
  if (id === undefined) return new Map<string, Value>([['_id', new ObjectId()], ...doc])
  if (Array.isArray(id) || id instanceof BSONRegExp) {
    fail('InvalidIdField', `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : 'regex'}`)
  }
  if (id instanceof Map) {
    for (const name of id.keys()) {
      if (name.startsWith('$'))
        fail(
          'DollarPrefixedFieldName',
          `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
        )
    }
  }
  if (doc.keys().next().value === '_id') return doc
  return new Map<string, Value>([['_id', id], ...doc])
}

/** Returns the number of documents that a reader sees in a collection. */
export function countOf(reader: Reader, collection: CollectionInfo): number {
  return Number(reader.get('counts', prefix(collection.id))?.readBigUInt64BE() ?? 0n)
}

/**
 * Returns operations that remove the index entries of a change. Apply all removals before any additions, because a
 * unique key may move between documents.
 */
export const removalsOf = ({ removed, idKey }: Change): Operation[] =>
  removed.map(({ index, key }) => ({ table: 'entries', key: entryKey(index, key, idKey), value: undefined }))

/** Returns operations that add the index entries and the document of a change. */
export const additionsOf = ({ collection, idKey, bytes, added }: Change): Operation[] => [
  ...added.map(({ index, key }): Operation => ({
    table: 'entries',
    key: entryKey(index, key, idKey),
    value: idKey,
  })),
  { table: 'docs', key: keyOf(collection.id, idKey), value: bytes },
]

/** Returns operations that update the document counts. */
export function countsOf(changes: readonly Change[]): Operation[] {
  const sums = new Map<CollectionInfo, number>()
  for (const { collection, bytes, existed } of changes) {
    const by = Number(bytes !== undefined) - Number(existed)
    if (by !== 0) sums.set(collection, (sums.get(collection) ?? 0) + by)
  }
  return [...sums].map(([{ id }, add]) => ({ table: 'counts', key: prefix(id), add }))
}

/**
 * Thrown by a write to a collection that was dropped after the write started. The write can be retried with a new
 * collection.
 */
export class CollectionDropped extends Error {
  constructor({ db, name }: CollectionInfo) {
    super(`${db}.${name} was dropped`)
  }
}

/** Writes directly to the store. Must be used inside `Environment.write`. */
export class StoreWriter implements Writer {
  readonly #environment: Environment
  readonly #catalogue: Catalogue
  readonly #locks: Locks
  /** Every written key, for `Locks.recordCommit`. */
  readonly written: string[] = []
  #claimed: readonly string[] = []

  constructor(environment: Environment, catalogue: Catalogue, locks: Locks) {
    this.#environment = environment
    this.#catalogue = catalogue
    this.#locks = locks
  }

  read(collection: CollectionInfo, idKey: Buffer): Buffer | undefined {
    return this.#environment.get('docs', keyOf(collection.id, idKey))
  }

  ownerOf(index: IndexInfo, key: Buffer): Buffer | undefined {
    return this.#environment.get('entries', uniqueEntry(index, key))
  }

  claim(keys: readonly string[]): void {
    this.#locks.check(keys)
    this.#claimed = keys
  }

  apply(change: Change): void {
    this.applyAll([change])
  }

  /**
   * Applies changes that belong together. Removes index entries before adding others, so that a unique key can move
   * between documents.
   */
  applyAll(changes: readonly Change[]): void {
    const environment = this.#environment
    const dropped = changes.find(({ collection }) => collection.isDropped)
    if (dropped !== undefined) throw new CollectionDropped(dropped.collection)
    this.#locks.recordWrite(this.#claimed)
    for (const key of this.#claimed) this.written.push(key)
    this.#claimed = []
    for (const change of changes) for (const operation of removalsOf(change)) environment.apply(operation)
    for (const change of changes) for (const operation of additionsOf(change)) environment.apply(operation)
    for (const operation of countsOf(changes)) environment.apply(operation)
    this.setFlags(changes)
  }

  /**
   * Marks indexes that become multikey or get truncated keys through these changes. Call it before or with the
   * changes.
   */
  setFlags(changes: readonly Change[]): void {
    const flagged = new Set<CollectionInfo>()
    for (const { collection, flags } of changes) {
      for (const { index, keys } of flags) {
        const { isMultikey, hasTruncatedKeys } = index
        this.#environment.onUndo(() => Object.assign(index, { isMultikey, hasTruncatedKeys }))
        index.isMultikey ||= keys.isMultikey
        index.hasTruncatedKeys ||= keys.hasTruncatedKeys
        flagged.add(collection)
      }
    }
    for (const collection of flagged) this.#catalogue.save(collection)
  }
}
