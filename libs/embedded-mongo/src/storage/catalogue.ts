import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { decode, encode } from '../bson/codec.ts'
import { Binary, type Doc, Int32, type Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Environment } from './environment.ts'
import { type IndexInfo, openIndex } from './index-spec.ts'
import { prefix } from './layout.ts'

/** A collection. `id` also identifies its `_id` index and is never reused. */
export interface CollectionInfo {
  readonly id: number
  db: string
  name: string
  readonly uuid: Binary
  options: Doc
  readonly indexes: IndexInfo[]
  isDropped: boolean
}

const ID_SPEC: Doc = new Map<string, Value>([
  ['v', new Int32(2)],
  ['key', new Map([['_id', new Int32(1)]])],
  ['name', '_id_'],
])

const NEXT_ID = Buffer.from('n')
const FORMAT = Buffer.from('f')
/** The current storage format. Since format 1, every collection record starts with its checksum. */
const FORMAT_VERSION = 1
const collectionKey = (db: string, name: string): Buffer => Buffer.from(`c${db}\0${name}`)
const garbageKey = (id: number): Buffer => Buffer.concat([Buffer.from('g'), prefix(id)])
const COLLECTIONS = { start: Buffer.from('c'), end: Buffer.from('d') }
const GARBAGE = { start: Buffer.from('g'), end: Buffer.from('h') }
const ALL = 1_000_000

/** Thrown when the data was written by a newer version. */
export class NewerFormat extends Error {}

/**
 * The databases, collections and indexes, kept in memory and written in the same commit as the data that they
 * describe.
 */
export class Catalogue {
  readonly #environment: Environment
  readonly #databases = new Map<string, Map<string, CollectionInfo>>()
  #nextId = 1

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /**
   * Reads the catalogue and migrates an older storage format. Throws a readable error for a newer format or damaged
   * records.
   */
  async load(): Promise<void> {
    const environment = this.#environment
    const version = environment.get('catalogue', FORMAT)?.readUInt32BE() ?? 0
    if (version > FORMAT_VERSION) {
      throw new NewerFormat(
        `The data has format ${version}, but this version supports formats up to ${FORMAT_VERSION}; use the newer version, or export the data with its "npm run wp -- db export"`,
      )
    }
    const next = environment.get('catalogue', NEXT_ID)
    if (next !== undefined) this.#nextId = next.readUInt32BE()
    for (const { key, value } of environment.range('catalogue', COLLECTIONS, ALL)) {
      const [db = '', name = ''] = key.toString().slice(1).split('\0')
      this.#publish(readCollection(db, name, decode(version === 0 ? value : unwrap(value, `${db}.${name}`))))
    }
    if (version === FORMAT_VERSION) return
    await environment.write(() => {
      for (const db of this.databases()) for (const collection of this.collections(db)) this.save(collection)
      environment.put('catalogue', FORMAT, prefix(FORMAT_VERSION))
    })
  }

  databases(): string[] {
    return [...this.#databases].filter(([, collections]) => collections.size > 0).map(([name]) => name)
  }

  collections(db: string): CollectionInfo[] {
    return [...(this.#databases.get(db)?.values() ?? [])]
  }

  find(db: string, name: string): CollectionInfo | undefined {
    return this.#databases.get(db)?.get(name)
  }

  /** Creates a collection with its `_id` index; fails with 48 if it exists. Must be called inside `write`. */
  create(db: string, name: string, options: Doc): CollectionInfo {
    if (this.find(db, name) !== undefined) fail('NamespaceExists', `Collection ${db}.${name} already exists.`)
    checkNamespace(db, name)
    const id = this.#takeId()
    const collection: CollectionInfo = {
      id,
      db,
      name,
      uuid: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4),
      options,
      indexes: [openIndex(id, ID_SPEC, { isMultikey: false, hasTruncatedKeys: false, isReady: true })],
      isDropped: false,
    }
    this.#publish(collection)
    this.save(collection)
    return collection
  }

  /** Adds an index that is still to be built. Must be called inside `write`. */
  addIndex(collection: CollectionInfo, spec: Doc): IndexInfo {
    const index = openIndex(this.#takeId(), spec, {
      isMultikey: false,
      hasTruncatedKeys: false,
      isReady: false,
    })
    collection.indexes.push(index)
    this.save(collection)
    return index
  }

  /** Removes an index; its entries are deleted later. Must be called inside `write`. */
  dropIndex(collection: CollectionInfo, index: IndexInfo): void {
    collection.indexes.splice(collection.indexes.indexOf(index), 1)
    this.#environment.put('catalogue', garbageKey(index.id), Buffer.of(1))
    this.save(collection)
  }

  /** Removes a collection; its documents and entries are deleted later. Must be called inside `write`. */
  drop(collection: CollectionInfo): void {
    this.#unpublish(collection)
    collection.isDropped = true
    this.#environment.remove('catalogue', collectionKey(collection.db, collection.name))
    this.#environment.remove('counts', prefix(collection.id))
    for (const index of collection.indexes) {
      this.#environment.put('catalogue', garbageKey(index.id), Buffer.of(1))
    }
  }

  /** Renames a collection. Must be called inside `write`. */
  rename(collection: CollectionInfo, db: string, name: string): void {
    checkNamespace(db, name)
    this.#unpublish(collection)
    this.#environment.remove('catalogue', collectionKey(collection.db, collection.name))
    collection.db = db
    collection.name = name
    this.#publish(collection)
    this.save(collection)
  }

  /** Writes a collection's record. Must be called inside `write`. */
  save(collection: CollectionInfo): void {
    if (collection.isDropped) return
    const indexes = collection.indexes.map(
      (index) =>
        new Map<string, Value>([
          ['id', new Int32(index.id)],
          ['spec', index.spec],
          ['multikey', index.isMultikey],
          ['shortened', index.hasTruncatedKeys],
          ['ready', index.isReady],
        ]),
    )
    const doc: Doc = new Map<string, Value>([
      ['id', new Int32(collection.id)],
      ['uuid', collection.uuid],
      ['options', collection.options],
      ['indexes', indexes],
    ])
    this.#environment.put('catalogue', collectionKey(collection.db, collection.name), wrap(encode(doc)))
  }

  /** Returns the ids of dropped collections and indexes whose data still has to be deleted. */
  garbage(): number[] {
    return this.#environment.range('catalogue', GARBAGE, ALL).map(({ key }) => key.readUInt32BE(1))
  }

  /** Records that a dropped collection's or index's data was deleted. Must be called inside `write`. */
  forgetGarbage(id: number): void {
    this.#environment.remove('catalogue', garbageKey(id))
  }

  #takeId(): number {
    const id = this.#nextId++
    this.#environment.put('catalogue', NEXT_ID, prefix(this.#nextId))
    return id
  }

  #publish(collection: CollectionInfo): void {
    let collections = this.#databases.get(collection.db)
    if (collections === undefined) this.#databases.set(collection.db, (collections = new Map()))
    collections.set(collection.name, collection)
  }

  #unpublish(collection: CollectionInfo): void {
    this.#databases.get(collection.db)?.delete(collection.name)
  }
}

const wrap = (bytes: Buffer): Buffer => Buffer.concat([prefix(crc32(bytes)), bytes])

function unwrap(record: Buffer, name: string): Buffer {
  const bytes = record.subarray(4)
  if (record.length < 4 || record.readUInt32BE() !== crc32(bytes))
    throw new Error(`the record of the collection ${name} has an invalid checksum`)
  return bytes
}

function readCollection(db: string, name: string, doc: Doc): CollectionInfo {
  const indexes = (doc.get('indexes') as Doc[]).map((item) =>
    openIndex((item.get('id') as Int32).value, item.get('spec') as Doc, {
      isMultikey: item.get('multikey') === true,
      hasTruncatedKeys: item.get('shortened') === true,
      isReady: item.get('ready') === true,
    }),
  )
  return {
    id: (doc.get('id') as Int32).value,
    db,
    name,
    uuid: doc.get('uuid') as Binary,
    options: doc.get('options') as Doc,
    indexes,
    isDropped: false,
  }
}

/** Rejects names that MongoDB rejects. */
export function checkNamespace(db: string, name: string): void {
  if (db === '' || db.length > 63 || /[/\\. "$\0*<>:|?]/.test(db)) {
    fail('InvalidNamespace', `Invalid database name: '${db}'`)
  }
  if (
    name === '' ||
    name.startsWith('.') ||
    name.endsWith('.') ||
    name.includes('$') ||
    name.includes('\0')
  ) {
    fail('InvalidNamespace', `Invalid collection name: '${name}'`)
  }
  if (Buffer.byteLength(`${db}.${name}`) > 255) {
    fail('InvalidNamespace', `The namespace '${db}.${name}' is longer than 255 bytes`)
  }
}
