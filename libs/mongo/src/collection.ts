import type { SchemaDefinition } from 'mongoose'

/**
 * One index, declared next to the query that needs it. `partial` is MongoDB's partialFilterExpression; `name` is only
 * needed for a second index on the same keys.
 */
export type IndexDeclaration = {
  keys: Record<string, 1 | -1>
  name?: string
  unique?: boolean
  sparse?: boolean
  partial?: Record<string, unknown>
  ttlSeconds?: number
}

declare const documents: unique symbol

/** A declared collection; `T` is the type of its records (id, workspaceId and timestamps are optional). */
export type Collection<T> = {
  readonly name: string
  /** The noun for one record in messages such as "Client not found". */
  readonly noun: string
  readonly shape: SchemaDefinition
  readonly indexes: readonly IndexDeclaration[]
  readonly unsharded?: string
  readonly onePer?: string
  readonly emptiedBy?: string
  readonly [documents]?: T
}

/**
 * `unsharded` is the reason why a collection stays on one shard; without it, the collection is sharded by
 * workspace (`docs/scaling.md`). A collection without a TTL index declares what limits it
 * (`docs/reliability.md`): `onePer` names what each record stands for, or `emptiedBy` the job that removes
 * its records.
 */
type CollectionNotes = {
  readonly unsharded?: string
  readonly onePer?: string
  readonly emptiedBy?: string
}

/**
 * Declares a collection: its name, the noun for one record, the mongoose shape (without `_id`, `workspaceId` and
 * timestamps) and its indexes. Writing or querying a field that is not in the shape throws.
 */
export const collection = <T extends object>(
  name: string,
  noun: string,
  shape: SchemaDefinition,
  indexes: readonly IndexDeclaration[] = [],
  notes: CollectionNotes = {},
): Collection<T> => {
  const names = indexes.map(indexName)
  const duplicate = names.find((each, position) => names.indexOf(each) !== position)
  if (duplicate !== undefined)
    throw new Error(`Collection ${name} has two indexes ${duplicate}; give one of them a name`)
  return { name, noun, shape, indexes, ...notes }
}

/** Returns the declared name, or MongoDB's default name, so that an index created by hand is recognized. */
export const indexName = ({ name, keys }: IndexDeclaration): string =>
  name ??
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_')
