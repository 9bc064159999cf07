import { encodeKey } from '../bson/keys.ts'
import { show } from '../bson/show.ts'
import type { Doc, Value } from '../bson/values.ts'
import { MongoError } from '../errors.ts'
import type { CollectionInfo } from './catalogue.ts'
import { indexedValues } from './index-keys.ts'
import type { IndexInfo } from './index-spec.ts'

/** Returns MongoDB's duplicate key error for a key of `doc` that another document already has. */
export function duplicateKey(
  collection: CollectionInfo,
  index: IndexInfo,
  doc: Doc,
  key: Buffer,
): MongoError {
  const tuples = indexedValues(index, doc)
  const tuple = tuples.find((values) => encodeKey(values, index.directions).equals(key)) ?? tuples[0] ?? []
  const keyValue: Doc = new Map(index.paths.map((path, at) => [path, tuple[at] ?? null]))
  return new MongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: ${show(keyValue)}`,
    new Map<string, Value>([
      ['keyPattern', index.key],
      ['keyValue', keyValue],
    ]),
  )
}
