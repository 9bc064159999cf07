import { assertIndexed, explanationOf } from './explain.ts'

/**
 * Returns a function that throws for a query without an index. A query shape that has passed is not checked again.
 * Reading a whole platform-wide collection is allowed.
 */
export const checkPlans = (record: ((collection: string, query: object) => void) | null = null) => {
  const indexed = new Set<string>()
  return async (collection: string, query: object, explain: () => Promise<unknown>): Promise<void> => {
    const shape = `${collection} ${shapeOf(query)}`
    if (indexed.has(shape) || Object.keys(query).length === 0) return
    try {
      assertIndexed(explanationOf(await explain()), { allowSort: true })
    } catch (error) {
      throw new Error(`No index for ${shape}`, { cause: error })
    }
    indexed.add(shape)
    record?.(collection, query)
  }
}

/** Returns the fields and operators of a query without its values. */
const shapeOf = (query: unknown): string => {
  if (Array.isArray(query)) return query.some(isPlain) ? `[${query.map(shapeOf).join()}]` : '?'
  if (!isPlain(query)) return '?'
  return `{${Object.entries(query)
    .map(([key, value]) => `${key}: ${shapeOf(value)}`)
    .join(', ')}}`
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
