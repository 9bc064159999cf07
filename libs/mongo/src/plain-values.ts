import type { Schema, SchemaType } from 'mongoose'

/** Returned for a value that must go through mongoose. */
export const unfit = Symbol('unfit')

/** Returns the value to store if it already has the right type, or `unfit` if it must be cast or rejected. */
export type Take = (value: unknown) => unknown

type Kind = SchemaType & {
  embeddedSchemaType?: Kind
  schema?: Schema
  defaultValue?: unknown
  setters?: unknown[]
  getters?: unknown[]
}

/** Converters and defaults for a record's fields. */
export type Shape = { fields: ReadonlyMap<string, Take>; defaults: ReadonlyMap<string, () => unknown> }

/**
 * Returns the shape of a schema that only declares types, or null for a schema with validators, computed fields or
 * other types.
 */
export const shapeOf = (schema: Schema): Shape | null => {
  const fields = new Map<string, Take>()
  const defaults = new Map<string, () => unknown>()
  for (const [name, kind] of Object.entries(schema.paths) as [string, Kind][]) {
    const take = takeOf(kind)
    if (name.includes('.') || !take || (kind.validators.length > 0 && name !== '_id')) return null
    fields.set(name, take)
    const { defaultValue } = kind
    if (kind.instance === 'Array' && typeof defaultValue === 'function') defaults.set(name, () => [])
    else if (defaultValue === null || isScalar(defaultValue)) defaults.set(name, () => defaultValue)
    else if (defaultValue !== undefined) return null
  }
  return { fields, defaults }
}

/** Returns the fields as mongoose would store them, without defaults, or `unfit` if mongoose is needed. */
export const takeFields = (
  { fields, defaults }: Shape,
  given: object,
): Record<string, unknown> | typeof unfit => {
  const stored: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const take = fields.get(name)
    if (take === undefined) return unfit
    if (value === undefined) {
      if (defaults.has(name)) return unfit
      continue
    }
    const taken = take(value)
    if (taken === unfit) return unfit
    stored[name] = taken
  }
  return stored
}

/** Returns a record as mongoose would store it, or `unfit` if mongoose is needed. */
export const takeRecord = (shape: Shape, record: object): Record<string, unknown> | typeof unfit => {
  const stored = takeFields(shape, record)
  if (stored !== unfit)
    for (const [name, make] of shape.defaults) if (!(name in stored)) stored[name] = make()
  return stored
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const scalars: Record<string, (value: unknown) => boolean> = {
  String: (value) => typeof value === 'string',
  Number: (value) => typeof value === 'number' && !Number.isNaN(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
}

const takeOf = (kind: Kind): Take | null => {
  if ((kind.setters?.length ?? 0) > 0 || (kind.getters?.length ?? 0) > 0) return null
  const isScalarOf = scalars[kind.instance]
  if (isScalarOf) return (value) => (value === null || isScalarOf(value) ? value : unfit)
  if (kind.instance === 'Mixed') return takePlain
  if (kind.instance === 'Embedded') return takeNested(kind.schema)
  if (kind.instance !== 'Array') return null
  const takeItem = kind.schema
    ? takeNested(kind.schema)
    : kind.embeddedSchemaType && takeOf(kind.embeddedSchemaType)
  return takeItem ? (value) => (value === null ? null : takeList(value, takeItem)) : null
}

const takeNested = (schema: Schema | undefined): Take | null => {
  const shape = schema ? shapeOf(schema) : null
  return (
    shape && ((value) => (value === null ? null : isPlainObject(value) ? takeRecord(shape, value) : unfit))
  )
}

const takeList = (value: unknown, takeItem: Take): unknown => {
  if (!Array.isArray(value)) return unfit
  const items: unknown[] = []
  for (const each of value) {
    const item = takeItem(each)
    if (item === unfit) return unfit
    items.push(item)
  }
  return items
}

/** Copies JSON values and dates, including nested ones; returns `unfit` for other values. */
const takePlain: Take = (value) => {
  if (value === null || isScalar(value) || value instanceof Date) return value
  if (Array.isArray(value)) return takeList(value, takePlain)
  if (!isPlainObject(value)) return unfit
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const inner = takePlain((value as Record<string, unknown>)[name])
    if (inner === unfit) return unfit
    copy[name] = inner
  }
  return copy
}

export const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
