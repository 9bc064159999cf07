import {
  CalendarDateString,
  CurrencyCode,
  DateOrTimestamp,
  FreeJson,
  IdString,
  nonBlank,
  Timestamp,
} from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileSchema, mismatch } from './compiled-schema.ts'

const parseFast = (schema: z.ZodType) => {
  const parse = compileSchema(schema)
  return (value: unknown): unknown => {
    const parsed = parse(value)
    return parsed === mismatch ? schema.parse(value) : parsed
  }
}

const Tree: z.ZodType = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }))

const schemas: Record<string, z.ZodType> = {
  string: z.string(),
  'string with checks': z
    .string()
    .min(2)
    .max(4)
    .regex(/^[a-z]+$/),
  'string that is changed': z.string().trim().toLowerCase(),
  'coerced string': z.coerce.string(),
  id: IdString,
  timestamp: Timestamp,
  'calendar date': CalendarDateString,
  currency: CurrencyCode,
  'not blank': nonBlank(3),
  'free JSON': FreeJson,
  number: z.number(),
  int: z.int().min(1),
  boolean: z.boolean(),
  enum: z.enum(['a', 'b']),
  literal: z.literal(['a', 1, null]),
  null: z.null(),
  unknown: z.unknown(),
  nullable: z.string().nullable(),
  optional: z.string().optional(),
  nullish: z.int().nullish(),
  default: z.string().default('x'),
  list: z.array(z.object({ a: z.string() })),
  'list with checks': z.array(z.int()).max(1),
  'coerced number': z.coerce.number().int().min(1).default(20),
  'default list': z.object({ a: z.array(z.string()).default([]) }),
  'discriminated union': z.discriminatedUnion('a', [
    z.object({ a: z.literal('x'), b: z.int().optional() }),
    z.object({ a: z.literal('y') }),
  ]),
  'date or timestamp': DateOrTimestamp,
  exclusive: z.xor([z.string(), z.string().min(2)]),
  union: z.union([z.string(), z.object({ a: z.int() })]),
  record: z.record(z.string(), z.int()),
  transform: z.string().transform((text) => text.length),
  object: z.object({
    a: z.string(),
    b: z.int().optional(),
    c: z.string().nullable(),
    d: z.string().default('d'),
  }),
  'object with a rule': z.object({ a: z.string(), b: z.int() }).refine(({ b }) => b > 0),
  'strict object': z.strictObject({ a: z.string() }),
  'loose object': z.looseObject({ a: z.string() }),
  'optional default': z.object({ a: z.string().default('x').optional() }),
  'optional inside': z.object({ a: z.object({ b: z.array(z.string()).optional() }).optional() }),
  recursive: Tree,
}

const at = '2027-03-10T09:00:00.000Z'
const scalars = [undefined, null, true, '', 'a', 'abc', ' AbC ', 'USD', 'a'.repeat(24), 'A'.repeat(24)]
const dates = [at, '2027-03-10T10:00:00+01:00', '2027-02-30', '2027-03-10', new Date(at)]
const numbers = [0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, 5n]
const lists = [[], ['a'], [1], [1, 2], [{ a: 'x', secret: 1 }], [{ a: 1 }], Array.from({ length: 2 })]
const objects = [
  {},
  { a: 'x' },
  { a: 'x', secret: 1 },
  { a: 'x', b: 1, c: null },
  { a: 'x', b: undefined, c: 'c' },
  { a: 'x', b: 0, c: 1 },
  { a: undefined },
  { a: { b: ['x'], secret: 1 } },
  { a: { b: [1] } },
  { a: {} },
  { name: 'n', children: [{ name: 'm', children: [], secret: 1 }] },
  Object.create({ a: 'inherited' }),
  JSON.parse('{"a":"x","__proto__":{"b":1}}'),
]
const values: unknown[] = [...scalars, ...dates, ...numbers, ...lists, ...objects]

const outcomeOf = (attempt: () => unknown): unknown => {
  try {
    const value = attempt()
    return { value, keys: Object.keys(Object(value) as object) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

describe('compileSchema', () => {
  it.each(Object.keys(schemas))('gives the same results as zod for a schema of kind "%s"', (name) => {
    const schema = schemas[name]!
    const parse = parseFast(schema)
    for (const value of values)
      expect(outcomeOf(() => parse(value))).toEqual(outcomeOf(() => schema.parse(value)))
  })

  it('handles a schema that refers to itself through a getter', () => {
    const Node = z.object({
      name: z.string(),
      get children() {
        return z.array(Node)
      },
    })
    const tree = { name: 'a', children: [{ name: 'b', children: [], secret: 1 }] }
    expect(parseFast(Node)(tree)).toEqual(Node.parse(tree))
    expect(() => parseFast(Node)({ name: 'a', children: [{ name: 1 }] })).toThrow(/children/)
  })

  it('creates a new default for every parsed value', () => {
    const parse = parseFast(z.object({ a: z.array(z.string()).default([]) })) as (value: unknown) => {
      a: string[]
    }
    parse({}).a.push('x')
    expect(parse({})).toEqual({ a: [] })
  })

  it('parses a typical object without falling back to zod, and omits undeclared fields', () => {
    const Holiday = z.object({
      id: IdString,
      at: Timestamp,
      day: CalendarDateString.nullable(),
      tags: z.array(z.enum(['a'])),
    })
    const good = { id: 'a'.repeat(24), at, day: null, tags: ['a'], secret: 1 }
    expect(compileSchema(Holiday)(good)).toEqual({ id: good.id, at, day: null, tags: ['a'] })
  })

  it('parses a valid value correctly after it rejected an invalid one', () => {
    const parse = parseFast(z.object({ id: IdString }))
    expect(() => parse({ id: 'x' })).toThrow(/must be an id/)
    expect(parse({ id: 'a'.repeat(24) })).toEqual({ id: 'a'.repeat(24) })
  })

  // The tests below check the zod internals that compileSchema relies on. Review them when you upgrade zod; see
  // docs/adr/0012-compiled-schemas.md.
  it('runs with a zod version whose internals were checked', () => {
    expect(z.core.version).toMatchObject({ major: 4, minor: 6 })
  })

  const compiledKinds: [kind: string, schema: z.ZodType, value: unknown][] = [
    ['string', z.string(), 'a'],
    ['string with a length', z.string().min(1).max(4), 'a'],
    ['string with a pattern', z.string().regex(/^[a-z]$/), 'a'],
    ['string with a rule', z.string().refine((text) => text === 'a'), 'a'],
    ['string that is changed', z.string().trim(), ' a '],
    ['format', z.iso.date(), '2027-03-10'],
    ['number', z.number(), 1.5],
    ['whole number', z.int().min(1), 1],
    ['coerced number', z.coerce.number(), '1'],
    ['boolean', z.boolean(), true],
    ['null', z.null(), null],
    ['enum', z.enum(['a', 'b']), 'b'],
    ['literal', z.literal(['a', 1]), 1],
    ['nullable', z.string().nullable(), null],
    ['default', z.array(z.string()).default([]), undefined],
    ['list', z.array(z.string()), ['a']],
    ['union', z.union([z.string(), z.int()]), 1],
    ['object', z.object({ a: z.string(), b: z.int().optional() }), { a: 'x' }],
  ]

  it.each(compiledKinds)('parses a schema of kind "%s" without calling zod', (_, schema, value) => {
    const expected = schema.parse(value)
    const parse = compileSchema(schema)
    schema._zod.run = () => {
      throw new Error('zod was called')
    }
    expect(parse(value)).toEqual(expected)
  })
})
