import type { Id } from '@wp/kernel'
import type { TrustedOperators } from './trusted.ts'

/** The fields that every stored record has. */
export type RecordFields = { id: Id; createdAt: Date; updatedAt: Date }

/** A record of a platform-wide collection: a plain object with `id` instead of `_id`. */
export type PlatformDoc<T> = T & RecordFields

export type TenantDoc<T> = T & RecordFields & { workspaceId: Id }

type WithoutKeys<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** The input of `insert`; missing ids and timestamps are filled in. */
export type NewPlatformDoc<T> = WithoutKeys<T, keyof RecordFields> & Partial<RecordFields>

/** The input of `insert` in a tenant store, which adds the workspace. */
export type NewTenantDoc<T> = WithoutKeys<T, keyof RecordFields | 'workspaceId'> & Partial<RecordFields>

type Dotted = `${string}.${string}`
type Element<V> = V extends readonly (infer E)[] ? E : never
type Condition<V> =
  | V
  | Element<V>
  | null
  | TrustedOperators
  | (V extends string | null | undefined ? RegExp : never)

/**
 * A filter that compares fields with values. Operators (`$gte`, `$in`, …) must be wrapped in `trusted({ … })`: a bare
 * operator object does not compile, and at run time it is compared as a value, so that user input cannot become a
 * query.
 */
export type Filter<D> = { [K in keyof D]?: Condition<D[K]> } & { [path: Dotted]: unknown } & {
  $and?: Filter<D>[]
  $or?: Filter<D>[]
  $nor?: Filter<D>[]
  $expr?: TrustedOperators
}

type Fields<D> = { [K in keyof D]?: D[K] | undefined } & { [path: Dotted]: unknown }
type Numbers<D> = { [K in keyof D]?: number } & { [path: Dotted]: number }
type Paths<D> = { [K in keyof D]?: unknown } & { [path: Dotted]: unknown }

/** Update operators. Fields that are `undefined` are ignored; `updatedAt` is set by the store. */
export type UpdateOperators<D> = {
  $set?: Fields<D>
  $setOnInsert?: Fields<D>
  $unset?: Paths<D>
  $inc?: Numbers<D>
  $mul?: Numbers<D>
  $min?: Fields<D>
  $max?: Fields<D>
  /** Sets a field to the time of the database, which is the same for all replicas. */
  $currentDate?: { [K in keyof D]?: true }
  $push?: Paths<D>
  $pull?: Paths<D>
  $addToSet?: Paths<D>
  $pop?: Paths<D>
}

/** Either update operators, or plain fields to set. */
export type Update<D> = UpdateOperators<D> | (Fields<D> & { [K in `$${string}`]?: never })

/** Fields to sort by; 1 is ascending, -1 descending. */
export type Sort<D> = { [K in keyof D]?: 1 | -1 } & { [path: Dotted]: 1 | -1 }
