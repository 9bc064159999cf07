import { appendFileSync } from 'node:fs'
import { mongo } from 'mongoose'
import type { IndexDeclaration } from './collection.ts'
import { specificationOf } from './indexes.ts'

type Declared = { name: string; indexes: readonly IndexDeclaration[] }

/**
 * Returns a function that appends a query, with the indexes of its collection, to the file named by RECORD_QUERIES, as
 * a line of Extended JSON. Returns null when the variable is not set. For the MongoDB conformance tests.
 */
export const queryRecorder = (
  database: string,
  declared: readonly Declared[],
): ((collection: string, filter: object) => void) | null => {
  const file = process.env['RECORD_QUERIES']
  if (!file) return null
  const indexes = new Map(declared.map((each) => [each.name, each.indexes.map(specificationOf)]))
  return (collection, filter) => {
    const line = { database, collection, indexes: indexes.get(collection) ?? [], filter: sampleOf(filter) }
    appendFileSync(file, `${mongo.BSON.EJSON.stringify(line, { relaxed: false })}\n`)
  }
}

/** Replaces values that differ between runs, and keeps those that decide whether an index can be used. */
const sampleOf = (value: unknown): unknown => {
  if (value instanceof Date) return new Date(0)
  if (typeof value === 'number') return Math.sign(value)
  if (typeof value === 'string') return /^[a-z_-]{0,20}$/.test(value) ? value : 'x'
  if (value instanceof RegExp) return value.source.startsWith('^') ? /^x/ : /x/
  if (Array.isArray(value)) return withoutDuplicates(value.map(sampleOf))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sampleOf(each)]))
}

const withoutDuplicates = (values: unknown[]): unknown[] => [
  ...new Map(values.map((each) => [mongo.BSON.EJSON.stringify({ each }), each])).values(),
]
