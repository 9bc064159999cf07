import type { Schema, SchemaType } from 'mongoose'
import { shapeOf, takeFields, unfit } from './plain-values.ts'
import type { Shape, Take } from './plain-values.ts'
import { isTrusted } from './trusted.ts'

type Loose = Record<string, unknown>

/** Decides which queries and updates do not need mongoose's casting. */
export type PlainModel = {
  /** The shape of the records. */
  shape: Shape
  /** Returns whether every value in the query has its field's type. */
  isQuery(query: object): boolean
  /** Returns the update if it only sets or adds correctly typed values in top-level fields, otherwise null. */
  takeUpdate(operators: Record<string, object>): Record<string, object> | null
}

/**
 * Returns a model that compares each value with the declared type of its field and leaves uncertain cases to
 * mongoose. Throws for a schema that declares more than types and defaults.
 */
export const plainModelOf = (schema: Schema): PlainModel => {
  const shape = shapeOf(schema)
  if (!shape)
    throw new TypeError(
      `The collection ${String(schema.get('collection'))} can only declare types and constant defaults`,
    )
  const values = new Map<string, Take>()
  for (const [name, take] of shape.fields) {
    const { instance, embeddedSchemaType } = schema.paths[name] as SchemaType & {
      embeddedSchemaType?: SchemaType
    }
    // A query on an array field compares with a single item.
    const asked = instance === 'Array' ? embeddedSchemaType?.instance : instance
    if (asked === undefined || !scalarNames.has(asked)) continue
    values.set(name, instance === 'Array' ? (value) => (take([value]) === unfit ? unfit : value) : take)
  }
  const isValue = (take: Take, value: unknown): boolean => value !== undefined && take(value) !== unfit

  const isCondition = (take: Take, condition: unknown): boolean => {
    if (typeof condition !== 'object' || condition === null || condition instanceof Date)
      return isValue(take, condition)
    return (
      isTrusted(condition) &&
      Object.entries(condition).every(([name, value]) => isOperator(take, name, value))
    )
  }
  const isOperator = (take: Take, name: string, value: unknown): boolean => {
    if (comparisons.has(name)) return isValue(take, value)
    if (name === '$in' || name === '$nin' || name === '$all')
      return Array.isArray(value) && value.every((each) => isValue(take, each))
    if (name === '$regex' || name === '$options') return typeof value === 'string' && isValue(take, value)
    return name === '$exists' && typeof value === 'boolean'
  }
  const isQuery = (query: object): boolean =>
    Object.entries(query as Loose).every(([name, value]) => {
      if (logical.has(name)) return (value as object[]).every(isQuery)
      const take = values.get(name)
      return take !== undefined && isCondition(take, value)
    })

  return {
    shape,
    isQuery,
    takeUpdate: (operators) => {
      const taken: Record<string, object> = {}
      for (const [operator, given] of Object.entries(operators)) {
        const fields = isPlainOperator(operator, given) ? takeFields(shape, given) : unfit
        if (fields === unfit) return null
        taken[operator] = fields
      }
      return taken
    },
  }
}

const isPlainOperator = (operator: string, fields: object): boolean =>
  operator === '$set' ||
  operator === '$setOnInsert' ||
  (operator === '$inc' && Object.values(fields).every((value) => typeof value === 'number'))

const scalarNames = new Set(['String', 'Number', 'Boolean', 'Date'])
const comparisons = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])
const logical = new Set(['$and', '$or', '$nor'])
