import { Schema } from 'mongoose'
import type { Connection, Model, mongo } from 'mongoose'
import type { Collection } from './collection.ts'
import { plainModelOf } from './plain-filters.ts'
import type { PlainModel } from './plain-filters.ts'

export type StoredRecord = Record<string, unknown> & { _id: string }
/** The record type for mongoose; the collections declare the complete types. */
type Known = { _id: string }

/**
 * A declared collection, both as a mongoose model, which casts and validates, and as a driver collection, which runs
 * all operations.
 */
export type StoreModel = PlainModel & {
  mongoose: Model<Known>
  driver: mongo.Collection<StoredRecord>
  database: mongo.Db
}

const strictness = {
  _id: false, // Nested documents get no ids.
  id: false,
  minimize: false,
  strict: 'throw',
  strictQuery: 'throw',
  timestamps: false,
  versionKey: false,
} as const

/** Returns the mongoose schema of a declared collection. Records, updates and filters with unknown fields throw. */
export const schemaOf = (declared: Collection<object>): Schema<Known> =>
  new Schema<Known>(
    {
      workspaceId: { type: String },
      ...withSchemas(declared.shape as Shape),
      _id: { type: String, required: true },
      createdAt: { type: Date },
      updatedAt: { type: Date },
    } as never,
    { ...strictness, autoCreate: false, autoIndex: false, collection: declared.name },
  )

export const modelOf = (connection: Connection, declared: Collection<object>): StoreModel => {
  const schema = schemaOf(declared)
  return {
    ...plainModelOf(schema),
    mongoose: connection.model<Known>(declared.name, schema),
    driver: connection.db!.collection<StoredRecord>(declared.name),
    database: connection.db!,
  }
}

type Shape = Record<string, unknown>

const typeOptions = new Set(
  'type default enum immutable lowercase match max maxlength maxLength min minlength minLength of ref required trim uppercase validate'.split(
    ' ',
  ),
)

/** Converts nested objects to schemas, so that they can be null and missing objects are not stored as empty ones. */
const withSchemas = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([field, type]) => [field, withSchema(type)]))

const withSchema = (type: unknown): unknown => {
  if (Array.isArray(type)) return type.map(withSchema)
  if (!isNested(type)) return type
  return { type: new Schema(withSchemas(type) as never, strictness) }
}

const isNested = (type: unknown): type is Shape => {
  if (typeof type !== 'object' || type === null || Object.getPrototypeOf(type) !== Object.prototype)
    return false
  const keys = Object.keys(type)
  return keys.length > 0 && !(keys.includes('type') && keys.every((key) => typeOptions.has(key)))
}

/** Converts a stored record: `_id` becomes `id`. */
export const toRecord = <D>(stored: StoredRecord): D => {
  const record: Record<string, unknown> = { id: stored._id }
  for (const name of Object.keys(stored)) if (name !== '_id') record[name] = stored[name]
  return record as D
}
