import { decode, encode } from '../bson/codec.ts'
import { type Doc, type Value, isArray } from '../bson/values.ts'
import type { Query } from '../execution/execute.ts'
import type { Matcher } from '../query/match.ts'
import { conditionsOf } from '../query/predicates.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { type Writer, changeDocument, idKeyOf, insertDocument } from '../storage/documents.ts'

export interface InsertStatement {
  kind: 'insert'
  doc: Doc
}

/** A statement that changes or removes one or all documents that match a filter. */
export interface ChangeStatement {
  kind: 'change'
  query: Query & { matcher: Matcher }
  isMulti: boolean
  /** Returns the new document, or undefined to remove the document. */
  change: (doc: Doc) => Doc | undefined
  /** Whether MongoDB counts a document as modified even if it stays the same. */
  alwaysModifies: boolean
  /** The document to insert when nothing matches. */
  upsert: (() => Doc) | undefined
}

export type Statement = InsertStatement | ChangeStatement

export interface Outcome {
  matched: number
  modified: number
  upsertedId?: Value
  before?: Doc
  after?: Doc
}

/**
 * Returns the key of the `_id` that a query requires, unless it has an index hint. Such a statement needs no search.
 */
export function pointOf({ filter, hint }: Query): Buffer | undefined {
  if (hint !== undefined) return undefined
  const predicate = conditionsOf(filter)
    .paths.get('_id')
    ?.find(({ operator }) => operator === '$eq')
  return predicate === undefined || isArray(predicate.value) ? undefined : idKeyOf(predicate.value)
}

export function applyInsert(writer: Writer, collection: CollectionInfo, { doc }: InsertStatement): Outcome {
  insertDocument(writer, collection, doc)
  return { matched: 1, modified: 0 }
}

/** Changes or removes one document if it still matches the query. */
export function applyChange(
  writer: Writer,
  collection: CollectionInfo,
  statement: ChangeStatement,
  idKey: Buffer,
): Outcome | undefined {
  const bytes = writer.read(collection, idKey)
  if (bytes === undefined) return undefined
  const before = decode(bytes)
  if (!statement.query.matcher.matches(before)) return undefined
  const after = statement.change(before)
  if (after !== undefined && (after === before || encode(after).equals(bytes)))
    return { matched: 1, modified: statement.alwaysModifies ? 1 : 0, before, after }
  changeDocument(writer, collection, idKey, bytes, after)
  return { matched: 1, modified: 1, before, ...(after === undefined ? {} : { after }) }
}

export function applyUpsert(writer: Writer, collection: CollectionInfo, upsert: () => Doc): Outcome {
  const doc = upsert()
  const upsertedId = insertDocument(writer, collection, doc)
  const after = doc.has('_id') ? doc : new Map<string, Value>([['_id', upsertedId], ...doc])
  return { matched: 0, modified: 0, upsertedId, after }
}
