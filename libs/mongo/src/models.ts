import { Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'
import type { Collection } from './collection.ts'

export type StoredRecord = Record<string, unknown> & { _id: string }
/** Mongoose knows only the id; the shapes are our own types. */
type Known = { _id: string }
export type StoreModel = Model<Known>

/** The mongoose model of a declared collection. Unknown fields throw, in records, updates and filters alike. */
export const modelOf = (connection: Connection, declared: Collection<object>): StoreModel => {
  const schema = new Schema<Known>(
    {
      workspaceId: { type: String },
      ...declared.shape,
      _id: { type: String, required: true },
      createdAt: { type: Date },
      updatedAt: { type: Date },
    } as never,
    {
      _id: false, // for nested documents: they get no ids of their own
      id: false,
      autoCreate: false,
      autoIndex: false,
      collection: declared.name,
      minimize: false,
      strict: 'throw',
      strictQuery: 'throw',
      timestamps: false,
      versionKey: false,
    },
  )
  return connection.model<Known>(declared.name, schema)
}

/** A stored record as stores give it out. */
export const outward = <D>(stored: StoredRecord): D => {
  const { _id, ...fields } = stored
  return { id: _id, ...fields } as D
}
