import fc from 'fast-check'
import type { Collection, Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode } from '../src/bson/codec.ts'
import { show } from '../src/bson/show.ts'
import { type Doc, toDoc } from '../src/bson/values.ts'
import { compileSort } from '../src/fields/sort.ts'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
/** Each run executes ten to thirty queries. */
const RUNS = process.env.FULL === '1' ? 5500 : 40

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())

const scalar = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, -0, Number.NaN, Infinity) },
  { weight: 3, arbitrary: fc.constantFrom('', 'a', 'ab', 'b', 'x'.repeat(1000), `${'x'.repeat(1000)}y`) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, new Date(0), new Date(5)) },
)
const value = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 4, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ b: scalar }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }) },
  {
    weight: 3,
    arbitrary: fc.array(fc.record({ b: scalar, c: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
  },
)
const doc = fc.record({ a: value, b: value, c: scalar }, { requiredKeys: [] })

const path = fc.constantFrom(
  'a',
  'a',
  'a',
  'b',
  'c',
  'a.b',
  'a.b',
  'a.c',
  'a.c',
  'a.0',
  'a.0.b',
  'b.1',
  '_id',
)
const operand = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
)
const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: operand },
  { weight: 3, arbitrary: fc.record({ $gt: operand, $lte: operand }, { requiredKeys: ['$gt'] }) },
  { weight: 2, arbitrary: fc.record({ $gte: operand, $lt: operand }, { requiredKeys: ['$lt'] }) },
  { weight: 2, arbitrary: fc.record({ $in: fc.array(operand, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ $ne: operand }) },
  { weight: 1, arbitrary: fc.record({ $exists: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom(/^a/, /^x/, /b/, /^A/i) },
  {
    weight: 1,
    arbitrary: fc.record({
      $elemMatch: fc.record({ $gte: scalar, $lt: scalar }, { requiredKeys: ['$gte'] }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ $elemMatch: fc.record({ b: scalar, c: scalar }, { requiredKeys: ['b'] }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      $elemMatch: fc.oneof(
        fc.record({ $elemMatch: fc.record({ $gte: scalar }) }),
        fc.record({ 0: scalar }),
        fc.record({ b: fc.record({ $elemMatch: fc.record({ $lte: scalar }) }) }),
        fc.record({ $all: fc.array(operand, { minLength: 1, maxLength: 2 }) }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ $all: fc.array(operand, { minLength: 1, maxLength: 2 }) }) },
)
// Most queries have one condition, because documents rarely match several random conditions.
const simple = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(path, condition, { minKeys: 1, maxKeys: 1 }) },
  { weight: 2, arbitrary: fc.dictionary(path, condition, { minKeys: 2, maxKeys: 3 }) },
)
const filter = fc.oneof(
  { weight: 5, arbitrary: simple },
  { weight: 2, arbitrary: fc.record({ $or: fc.array(simple, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ $and: fc.array(simple, { minLength: 1, maxLength: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.tuple(simple, simple).map(([first, second]) => ({ ...first, $or: [second, first] })),
  },
)
const skipped = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) })
const direction = fc.constantFrom(1 as const, -1 as const)
const sort = fc.option(fc.dictionary(path, direction, { minKeys: 1, maxKeys: 2 }), { nil: undefined })
const index = fc.record({
  key: fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c', 'a.0', 'a.0.b'), direction, {
      minKeys: 1,
      maxKeys: 3,
    }),
    fc.constantFrom<object>(
      { a: 1 },
      { 'a.b': 1, 'a.c': -1 },
      { a: -1, c: 1 },
      { c: 1, 'a.b': 1 },
      { 'a.0': 1 },
    ),
  ),
  options: fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ sparse: true }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          { c: { $gt: 0 } },
          { c: { $exists: true } },
          { c: { $in: [1, 2] } },
          { c: null },
          { b: 'a' },
          { 'a.0': null },
          { 'a.0': { $gt: 0 } },
        )
        .map((partialFilterExpression) => ({ partialFilterExpression })),
    },
  ),
})

async function fill(
  collection: Collection<Document>,
  docs: unknown[],
  indexes: { key: object; options: object }[],
): Promise<boolean> {
  const half = Math.floor(docs.length / 2)
  const numbered = docs.map((item, _id) => ({ _id, ...(item as object) })) as unknown as Document[]
  try {
    // Half of the documents are inserted after the index is created, to test both ways of indexing them.
    if (half > 0) await collection.insertMany(numbered.slice(0, half))
    for (const { key, options } of indexes) {
      await collection.createIndex(key as never, {
        ...options,
        name: JSON.stringify([key, options]).replaceAll('$', ''),
      })
    }
    if (half < docs.length) await collection.insertMany(numbered.slice(half))
    return true
  } catch (error) {
    const { code } = error as { code?: number }
    // Parallel arrays and conflicting index options are not tested here.
    if (code === 171 || code === 85 || code === 86) return false
    throw error
  }
}

/** Ignores the error for a sort by two arrays, and rethrows others. */
function parallelArrays(error: { code?: number }): undefined {
  if (error.code !== 2) throw error
}

describe('planned queries', () => {
  it('returns and counts the same documents as a full scan, in the same sort order', async () => {
    let round = 0
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(doc, { minLength: 5, maxLength: 20, size: 'max' }),
        fc.array(index, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(filter, sort, skipped, fc.nat(5)), { minLength: 10, maxLength: 30 }),
        async (docs, indexes, queries) => {
          const collection = database.db.collection(`c${round++}`)
          try {
            fc.pre(await fill(collection, docs, indexes))
            for (const [by, order, skip, limit] of queries) {
              const read = async (options: object): Promise<Doc[]> => {
                const found = await collection
                  .find(by as never, { sort: order, raw: true, ...options })
                  .toArray()
                return found.map((bytes) => decode(bytes as unknown as Uint8Array))
              }
              const scanned = await read({ hint: { $natural: 1 } }).catch(parallelArrays)
              if (scanned === undefined) continue
              const planned = await read({ skip, limit })
              const expected = limit === 0 ? scanned.slice(skip) : scanned.slice(skip, skip + limit)
              expect(planned).toHaveLength(expected.length)
              if (expected.length > 0) compared++
              const counted = limit === 0 ? { skip } : { skip, limit }
              expect(await collection.countDocuments(by as never, counted)).toBe(expected.length)
              const ids = new Set(scanned.map((item) => show(item.get('_id'))))
              expect(planned.every((item) => ids.delete(show(item.get('_id'))))).toBe(true)
              if (order === undefined) continue
              // Documents with equal sort keys may be returned in any order.
              const byOrder = compileSort(toDoc(order))
              for (const [at, item] of planned.entries()) expect(byOrder(item, expected[at]!)).toBe(0)
            }
          } finally {
            await collection.drop()
          }
        },
      ),
      { numRuns: RUNS },
    )
    expect(compared).toBeGreaterThan(RUNS)
  }, 3_600_000)
})
