import fc from 'fast-check'
import { anyCharacter } from '@wp/embedded-mongo/test/arbitrary-values'

export type JsonSchema = {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  $ref?: string
}

export type Definitions = Record<string, JsonSchema>

/** Calendar edge cases, valid and invalid. */
export const oddDates = [
  '1899-12-31',
  '1900-01-01',
  '2999-12-31',
  '3000-01-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2027-02-29',
  '2028-02-29',
  '2027-03-10',
  '1900-01-01T00:00:00.000Z',
  '1900-01-01T00:30:00+01:00',
  '2999-12-31T23:59:59.999Z',
  '2999-12-31T23:30:00-01:00',
  '9999-12-31T23:30:00-01:00',
  '0000-01-01T00:00:00Z',
  '2027-03-10T09:00:00Z',
  '2028-02-29T23:59:59+14:00',
  '2027-03-10T09:00:00',
  '2027-03-10T24:00:00Z',
]

const oddTexts = [
  '',
  ' ',
  'a',
  'Maria Lopez',
  'مرحبا',
  'x'.repeat(300),
  '𝟘\u202e\ufeff',
  '__proto__',
  '$where',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  '09:00',
  '24:00',
  '9:00',
  'USD',
  'Europe/Berlin',
  'https://example.com/a.png',
  'javascript:alert(1)',
  'someone@example.com',
  '+14155550123',
  'a-slug',
  'en',
  'f'.repeat(24),
]
const oddNumbers = [0, -0, 1, -1, 0.1, 1.005, 1e-7, 100, 101, 1440, 1e9, 2 ** 31, 2 ** 53, 1e300, -1e300]

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { $gt: '' }, { $ne: null }, ...oddTexts, ...oddNumbers),
  fc.constantFrom<unknown>(...oddDates),
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Controls the generated values. With `isCalm`, values mostly match the schema, except dates, which are always unusual
 * so that they test date arithmetic. Otherwise values are near the schema's limits or arbitrary. `ids` generates record
 * ids.
 */
export type Mood = { isCalm: boolean; ids: fc.Arbitrary<string> }

export const valuesOf = (
  schema: JsonSchema,
  definitions: Definitions,
  mood: Mood,
  depth = 0,
): fc.Arbitrary<unknown> =>
  mood.isCalm
    ? wanted(schema, definitions, mood, depth)
    : fc.oneof(
        { weight: 12, arbitrary: wanted(schema, definitions, mood, depth) },
        { weight: 1, arbitrary: hostile },
      )

const wanted = (
  schema: JsonSchema,
  definitions: Definitions,
  mood: Mood,
  depth: number,
): fc.Arbitrary<unknown> => {
  const inner = (part: JsonSchema) => valuesOf(part, definitions, mood, depth + 1)
  if (schema.$ref) return depth > 5 ? hostile : inner(definitions[schema.$ref.split('/').at(-1)!] ?? {})
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map(inner))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown)
  switch (schema.type ?? 'any') {
    case 'object':
      return objectsOf(schema, inner, mood)
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.max(3, Math.min(schema.minItems ?? 0, 3)),
      })
    case 'integer':
    case 'number':
      return numbersOf(schema, mood)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textsOf(schema, mood)
    default:
      return hostile
  }
}

const objectsOf = (
  { properties = {}, required = [] }: JsonSchema,
  inner: (part: JsonSchema) => fc.Arbitrary<unknown>,
  { isCalm }: Mood,
): fc.Arbitrary<unknown> => {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)]))
  const present = Object.keys(fields).filter((name) => required.includes(name))
  if (isCalm) return fc.record(fields, { requiredKeys: present })
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(fields, { requiredKeys: present }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  )
}

const numbersOf = (
  { type, minimum, maximum, exclusiveMinimum }: JsonSchema,
  { isCalm }: Mood,
): fc.Arbitrary<number> => {
  const low = Math.ceil(minimum ?? exclusiveMinimum ?? -10)
  const high = Math.floor(Math.min(maximum ?? low + 1000, low + 1_000_000))
  if (isCalm) return fc.integer({ min: Math.min(Math.max(low, 1), high), max: Math.max(low, high) })
  const edges = [low, high, maximum, minimum].filter((edge) => edge !== undefined)
  return fc.oneof(
    fc.integer({ min: Math.min(low, high), max: Math.max(low, high) }),
    fc.constantFrom(...edges, ...(type === 'integer' ? [] : [0.5, 1.25, 12.34])),
    fc.constantFrom(...oddNumbers),
  )
}

const textsOf = (schema: JsonSchema, { isCalm, ids }: Mood): fc.Arbitrary<string> => {
  if (schema.format === 'date' || schema.format === 'date-time') return fc.constantFrom(...oddDates)
  if (schema.pattern?.includes('{24}')) return ids
  if (schema.pattern?.includes('\\d{4}')) return fc.constantFrom(...oddDates)
  if (isCalm)
    return fc
      .constantFrom('a', 'aa', '09:00', 'a@example.com')
      .map((text) => text.padEnd(schema.minLength ?? 0, 'x'))
  const length = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 40) }
  return fc.oneof(
    fc.constantFrom(...oddTexts, ...oddDates),
    fc.string({ ...length, maxLength: Math.max(length.minLength, length.maxLength) }),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  )
}
