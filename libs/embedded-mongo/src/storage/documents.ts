import { decode, encode } from '../bson/codec.ts'
import { encodeKey, isTruncatedKey } from '../bson/keys.ts'
import { BSONRegExp, type Doc, ObjectId, type Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Locks, LockOwner } from '../transactions/locks.ts'
import type { Catalogue, CollectionInfo } from './catalogue.ts'
import { duplicateKey } from './duplicate-key.ts'
import type { Environment, Reader } from './environment.ts'
import { type DocumentKeys, documentKeys } from './index-keys.ts'
import type { IndexInfo } from './index-spec.ts'
import { keyOf, prefix } from './layout.ts'

/** The largest document MongoDB stores. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** One document's change with what it means for the indexes, worked out before anything is written. */
export interface Change {
  collection: CollectionInfo
  idKey: Buffer
  bytes: Buffer | undefined
  existed: boolean
  /** The document and its unique keys, those it gains and those it loses. */
  locks: string[]
  added: { index: IndexInfo; key: Buffer }[]
  removed: { index: IndexInfo; key: Buffer }[]
  flags: { index: IndexInfo; keys: DocumentKeys }[]
}

/** Where changes go: straight to the store, or into a transaction's overlay. */
export interface Writer {
  read(collection: CollectionInfo, idKey: Buffer): Buffer | undefined
  /** Which document has a key of a unique index. */
  ownerOf: (index: IndexInfo, key: Buffer) => Buffer | undefined
  /** Fails when somebody else holds one of the keys. */
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
 * Replaces, inserts (`before` undefined) or removes (`after` undefined) one document with its index entries. Nothing
 * is applied when it fails: duplicate key (11000), parallel arrays (171), too large (10334), a lock.
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
  checkUnique([change], writer)
  writer.apply(change)
}

/** Works out a change without writing anything. Fails with 171 or 10334. */
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
  if (isTruncatedKey(idKey) && !idIndex.hasShortened) {
    change.flags.push({ index: idIndex, keys: { keys: [idKey], isMultikey: false, hasShortened: true } })
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
      ((next.isMultikey && !index.isMultikey) || (next.hasShortened && !index.hasShortened))
    ) {
      change.flags.push({ index, keys: next })
    }
    if (index.isUnique) for (const key of [...added, ...removed]) change.locks.push(uniqueLock(index, key))
  }
  return change
}

/** Fails with 11000 when, after all of the changes together, two documents would have one unique key. */
export function checkUnique(changes: readonly Change[], { ownerOf }: Pick<Writer, 'ownerOf'>): void {
  const freed = new Set<string>()
  const gained = new Set<string>()
  for (const { removed } of changes)
    for (const { index, key } of removed) if (index.isUnique) freed.add(uniqueLock(index, key))
  for (const { collection, idKey, bytes, added } of changes) {
    for (const { index, key } of added) {
      if (!index.isUnique) continue
      const name = uniqueLock(index, key)
      const owner = freed.has(name) ? undefined : ownerOf(index, key)
      if ((owner !== undefined && !owner.equals(idKey)) || gained.has(name))
        throw duplicateKey(collection, index, decode(bytes!), key)
      gained.add(name)
    }
  }
}

function difference(keys: readonly Buffer[], without: readonly Buffer[]): readonly Buffer[] {
  if (without.length === 0) return keys
  return keys.filter((key) => !without.some((other) => other.equals(key)))
}

/** Inserts a document; fails with 11000 when its `_id` is taken. */
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

/** The document with its `_id` first, made up when missing. Fails on an `_id` MongoDB refuses. */
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

/** The number of documents a reader sees in a collection. */
export function countOf(reader: Reader, collection: CollectionInfo): number {
  return Number(reader.get('counts', prefix(collection.id))?.readBigUInt64BE() ?? 0n)
}

/** Thrown by a write to a collection that was dropped since the write began; it may begin again with a new one. */
export class CollectionDropped extends Error {
  constructor({ db, name }: CollectionInfo) {
    super(`${db}.${name} was dropped`)
  }
}

/** Writes straight to the store; only inside `Environment.write`. `self` is the transaction that commits, if any. */
export class StoreWriter implements Writer {
  readonly #environment: Environment
  readonly #catalogue: Catalogue
  readonly #locks: Locks
  readonly #self: LockOwner | undefined
  /** Every key written, for `Locks.committed`. */
  readonly written: string[] = []
  #claimed: readonly string[] = []

  constructor(environment: Environment, catalogue: Catalogue, locks: Locks, self?: LockOwner) {
    this.#environment = environment
    this.#catalogue = catalogue
    this.#locks = locks
    this.#self = self
  }

  read(collection: CollectionInfo, idKey: Buffer): Buffer | undefined {
    return this.#environment.get('docs', keyOf(collection.id, idKey))
  }

  readonly ownerOf = (index: IndexInfo, key: Buffer): Buffer | undefined =>
    this.#environment.get('entries', uniqueEntry(index, key))

  claim(keys: readonly string[]): void {
    this.#locks.check(keys, this.#self)
    this.#claimed = keys
  }

  apply(change: Change): void {
    this.applyAll([change])
  }

  /** Applies changes that hold together: a key that moves from one document to another is freed first. */
  applyAll(changes: readonly Change[]): void {
    const environment = this.#environment
    const dropped = changes.find(({ collection }) => collection.isDropped)
    if (dropped !== undefined) throw new CollectionDropped(dropped.collection)
    this.#locks.written(this.#claimed)
    for (const key of this.#claimed) this.written.push(key)
    const counts = new Map<CollectionInfo, number>()
    for (const { removed, idKey } of changes)
      for (const { index, key } of removed) environment.remove('entries', entryKey(index, key, idKey))
    for (const { collection, idKey, bytes, existed, added } of changes) {
      for (const { index, key } of added) environment.put('entries', entryKey(index, key, idKey), idKey)
      const key = keyOf(collection.id, idKey)
      if (bytes === undefined) environment.remove('docs', key)
      else environment.put('docs', key, bytes)
      const by = Number(bytes !== undefined) - Number(existed)
      if (by !== 0) counts.set(collection, (counts.get(collection) ?? 0) + by)
    }
    for (const [collection, by] of counts) this.#count(collection, by)
    this.#setFlags(changes)
  }

  #setFlags(changes: readonly Change[]): void {
    const flagged = new Set<CollectionInfo>()
    for (const { collection, flags } of changes) {
      for (const { index, keys } of flags) {
        const { isMultikey, hasShortened } = index
        this.#environment.onUndo(() => Object.assign(index, { isMultikey, hasShortened }))
        index.isMultikey ||= keys.isMultikey
        index.hasShortened ||= keys.hasShortened
        flagged.add(collection)
      }
    }
    for (const collection of flagged) this.#catalogue.save(collection)
  }

  #count(collection: CollectionInfo, by: number): void {
    const bytes = Buffer.allocUnsafe(8)
    bytes.writeBigUInt64BE(BigInt(countOf(this.#environment, collection) + by))
    this.#environment.put('counts', prefix(collection.id), bytes)
  }
}
