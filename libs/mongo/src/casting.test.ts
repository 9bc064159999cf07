import fc from 'fast-check'
import { createConnection, mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { castQuery, castRecord, castUpdate } from './casting.ts'
import { schemaOf } from './models.ts'
import type { StoreModel } from './models.ts'
import { trusted } from './trusted.ts'

const model = createConnection().model(
  'things',
  schemaOf({
    name: 'things',
    noun: 'Thing',
    shape: {
      name: String,
      rank: Number,
      at: Date,
      tags: [String],
      options: { type: [String], default: null },
      parts: [{ label: String, size: Number }],
      place: { city: String, since: Date },
    },
    indexes: [],
  }),
) as unknown as StoreModel['mongoose']

type Sent = { filter?: unknown; update?: unknown }

/** Returns what mongoose sends for an operation, or its error. */
const sentByMongoose = async (run: () => PromiseLike<unknown>): Promise<Sent | Error> => {
  const sent: Sent = {}
  const answer = async (filter: unknown, update: unknown) => {
    Object.assign(sent, { filter, update })
    return null
  }
  Object.assign(model.collection, { findOneAndUpdate: answer, findOneAndDelete: answer })
  try {
    await run()
    return sent
  } catch (error) {
    return error as Error
  }
}
const resultOf = <Result>(run: () => Result): Result | Error => {
  try {
    return run()
  } catch (error) {
    return error as Error
  }
}

const scalar = fc.constantFrom<unknown>('a', '5', 5, true, null, '2026-01-01', new Date(0), Number.NaN)
const nested = fc.record({ label: scalar, size: scalar }, { requiredKeys: [] })
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), nested, fc.array(nested, { maxLength: 2 }))
const path = fc.constantFrom(
  'name',
  'rank',
  'at',
  'tags',
  'tags.0',
  'parts',
  'parts.0.size',
  'parts.$[].label',
  'place.since',
  'unknown',
)
const operator = fc.constantFrom('$set', '$unset', '$inc', '$push', '$pull', '$addToSet')
const change = fc.tuple(operator, fc.dictionary(path, value, { minKeys: 1, maxKeys: 1 }))
const update = fc.array(change, { minLength: 1, maxLength: 2 }).map((each) => Object.fromEntries(each))
const filter = fc.dictionary(
  path,
  fc.oneof(
    value,
    fc.array(scalar, { maxLength: 2 }).map(($in) => trusted({ $in })),
    scalar.map(($gt) => ({ $gt })),
  ),
  { maxKeys: 2 },
)

/** Returns a value as the driver sends it: mongoose's own objects become plain ones. */
const asBson = (value: unknown): unknown => mongo.BSON.deserialize(mongo.BSON.serialize({ value }))['value']

/** Compares a result with what mongoose sends: equal values, or the same error. */
const expectSame = (ours: unknown, theirs: unknown): void => {
  if (theirs instanceof Error) expect(String(ours)).toBe(String(theirs))
  else expect(asBson(ours)).toEqual(asBson(theirs))
}

describe('castUpdate', () => {
  it('returns what mongoose sends or throws its error', async () => {
    let [cast, thrown] = [0, 0]
    await fc.assert(
      fc.asyncProperty(update, async (given) => {
        const theirs = await sentByMongoose(() => model.findOneAndUpdate({}, structuredClone(given) as never))
        const ours = resultOf(() => castUpdate(model, structuredClone(given) as Record<string, object>, {}))
        if (theirs instanceof Error) thrown += 1
        else cast += 1
        // Mongoose only reads the record when nothing is left to change.
        expectSame(ours, theirs instanceof Error ? theirs : (theirs.update ?? {}))
      }),
      { numRuns: 500 },
    )
    expect(cast).toBeGreaterThan(20)
    expect(thrown).toBeGreaterThan(20)
  })
})

describe('castQuery', () => {
  it('returns what mongoose sends or throws its error', async () => {
    let [cast, thrown] = [0, 0]
    await fc.assert(
      fc.asyncProperty(filter, async (given) => {
        const copy = (): never =>
          Object.fromEntries(Object.entries(given).map(([key, each]) => [key, each && copyOf(each)])) as never
        const theirs = await sentByMongoose(() => model.findOneAndDelete(copy(), { sanitizeFilter: true }))
        const ours = resultOf(() => castQuery(model, copy()))
        if (theirs instanceof Error) thrown += 1
        else cast += 1
        expectSame(ours, theirs instanceof Error ? theirs : theirs.filter)
      }),
      { numRuns: 500 },
    )
    expect(cast).toBeGreaterThan(20)
    expect(thrown).toBeGreaterThan(20)
  })

  it('does not treat an object from a request as an operator', () => {
    expect(() => castQuery(model, { name: { $gt: '' } })).toThrow('Cast to string failed')
    expect(asBson(castQuery(model, { name: trusted({ $gt: '' }) }))).toEqual({ name: { $gt: '' } })
  })
})

/** Copies a condition, keeping whether it is trusted. */
const copyOf = (condition: unknown): unknown => {
  const { $in } = condition as { $in?: unknown[] }
  return $in ? trusted({ $in: [...$in] }) : structuredClone(condition)
}

describe('castRecord', () => {
  it('returns the record with cast values and defaults', async () => {
    const given = { _id: 'a', rank: '5', at: '2026-01-01', parts: [{ size: '1' }] }
    expect(await castRecord(model, given)).toEqual({
      _id: 'a',
      rank: 5,
      at: new Date('2026-01-01'),
      tags: [],
      options: null,
      parts: [{ size: 1 }],
    })
  })

  it('throws for unknown fields and invalid values', async () => {
    await expect(castRecord(model, { _id: 'a', unknown: 1 })).rejects.toThrow('unknown')
    await expect(castRecord(model, { _id: 'a', rank: 'high' })).rejects.toThrow('Cast to Number failed')
    await expect(castRecord(model, { name: 'a' })).rejects.toThrow('_id')
  })
})
