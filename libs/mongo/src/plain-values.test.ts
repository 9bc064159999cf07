import fc from 'fast-check'
import { createConnection } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { schemaOf } from './models.ts'
import { plainModelOf } from './plain-filters.ts'
import { takeRecord, unfit } from './plain-values.ts'
import { trusted } from './trusted.ts'

const schema = schemaOf({
  name: 'things',
  noun: 'Thing',
  shape: {
    name: String,
    rank: Number,
    isOpen: Boolean,
    at: Date,
    tags: [String],
    options: { type: [String], default: null },
    extra: Object,
    parts: [{ label: String, sizes: [Number] }],
    place: { city: String, since: Date },
  },
  indexes: [],
})
const model = createConnection().model('things', schema)
const plain = plainModelOf(schema)

const scalar = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(null, undefined, true, false, 'true', '5', Number.NaN, 0.5, Infinity),
  fc.constantFrom(new Date(0), new Date(Number.NaN)),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        label: scalar,
        city: scalar,
        since: scalar,
        sizes: fc.array(scalar, { maxLength: 2 }),
        other: scalar,
      },
      { requiredKeys: [] },
    ),
  },
)
const names = ['name', 'rank', 'isOpen', 'at', 'tags', 'options', 'extra', 'parts', 'place', 'unknown']
const field = fc.constantFrom(...names)
/** Generates mostly values of the declared types, so that most records do not need casting. */
const fitting: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.constantFrom('a', null),
  rank: fc.constantFrom(1, null),
  isOpen: fc.boolean(),
  at: fc.constantFrom(new Date(5), null),
  tags: fc.array(fc.constantFrom('a', 'b')),
  options: fc.constantFrom(['x'], null),
  extra: fc.constantFrom({ a: { b: [1, null, new Date(0)] } }, null, 'text', { a: undefined }),
  parts: fc.array(
    fc.record({ label: fc.constantFrom('x', null), sizes: fc.array(fc.integer()) }, { requiredKeys: [] }),
  ),
  place: fc.option(fc.record({ city: fc.string(), since: fc.constant(new Date(1)) }, { requiredKeys: [] })),
  unknown: value,
}
const entry = field.chain((name) =>
  fc.tuple(fc.constant(name), fc.oneof({ weight: 6, arbitrary: fitting[name]! }, value)),
)
const record = fc.array(entry, { maxLength: 5 }).map((entries) => Object.fromEntries(entries))

describe('takeRecord', () => {
  it('returns the same record as mongoose, unless the record needs casting', () => {
    let taken = 0
    fc.assert(
      fc.property(record, (given) => {
        const stored = takeRecord(plain.shape, { _id: 'a', ...given })
        if (stored === unfit) return
        taken += 1
        expect(stored).toEqual(new model({ _id: 'a', ...given }).toObject())
      }),
      { numRuns: 500 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

describe('plainModelOf', () => {
  const operators = fc.oneof(
    fc.record({ $gt: scalar, $lte: scalar }, { requiredKeys: ['$gt'] }),
    fc.record({ $in: fc.array(scalar, { maxLength: 2 }) }),
    fc.record({ $ne: scalar }),
    fc.record({ $exists: fc.boolean() }),
    fc.record({ $regex: fc.constantFrom('^a', 'b') }),
  )
  const condition = fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 3, arbitrary: operators.map((each) => trusted(each)) },
    { weight: 1, arbitrary: operators },
    { weight: 1, arbitrary: value },
  )
  const query: fc.Arbitrary<object> = fc.dictionary(field, condition, { maxKeys: 3 })

  it('accepts only queries that mongoose would send unchanged', () => {
    let sent = 0
    fc.assert(
      fc.property(
        query,
        fc.option(fc.array(query, { minLength: 1, maxLength: 2 }), { nil: null }),
        (one, branches) => {
          const asked = { workspaceId: 'w', ...one, ...(branches && { $or: branches }) }
          if (!plain.isQuery(asked)) return
          sent += 1
          const search = model.find(asked, null, { sanitizeFilter: true })
          ;(search as unknown as { _castConditions(): void })._castConditions()
          expect((search as unknown as { error(): unknown }).error()).toBeFalsy()
          expect(search.getFilter()).toEqual(asked)
        },
      ),
      { numRuns: 3000 },
    )
    expect(sent).toBeGreaterThan(100)
  })

  it('rejects query operators that are not wrapped in trusted()', () => {
    expect(plain.isQuery({ name: { $gt: '' } })).toBe(false)
    expect(plain.isQuery({ $where: 'true' })).toBe(false)
    expect(plain.isQuery({ name: trusted({ $gt: '' }) })).toBe(true)
  })

  it('throws for a schema that declares more than types and constant defaults', () => {
    const withShape = (shape: object) =>
      plainModelOf(schemaOf({ name: 'things', noun: 'Thing', shape, indexes: [] } as never))
    expect(() => withShape({ rank: { type: Number, min: 1 } })).toThrow('can only declare types')
    expect(() => withShape({ at: { type: Date, default: () => new Date(0) } })).toThrow(
      'can only declare types',
    )
    expect(() => withShape({ rank: { type: Number, default: 1 } })).not.toThrow()
  })
})
