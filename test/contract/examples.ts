import type { Route } from '@wp/http'
import { png, pngForm } from '@wp/testing'
import { z } from 'zod'

type JsonSchema = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/**
 * Values in the platform's formats. A field that rejects its generated example gets the first of these that it
 * accepts.
 */
const candidates: unknown[] = [
  '0123456789abcdef01234567',
  '2027-03-10',
  '2027-03-10T09:00:00.000Z',
  '2027-03-11T09:00:00.000Z',
  '09:00',
  '17:00',
  'USD',
  'en',
  'UTC',
  'a-slug',
  'owner@shop.example',
  'https://shop.example/a.png',
  '+14155550123',
  'correct-horse-1',
  'client.created',
  'shop.example',
  '123456',
  'x'.repeat(32),
  1,
  50,
  true,
]

const fromSchema = (schema: JsonSchema, defs: Record<string, JsonSchema>): unknown => {
  if (schema.$ref) return fromSchema(defs[schema.$ref.split('/').at(-1)!] ?? {}, defs)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fromSchema(choices.find(({ type }) => type !== 'null') ?? {}, defs)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fromSchema(part, defs) as object))
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, fromSchema(schema.properties?.[key] ?? {}, defs)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => fromSchema(schema.items ?? {}, defs))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'text'.padEnd(schema.minLength ?? 0, 'x')
  }
}

const at = (value: unknown, path: readonly PropertyKey[], replacement: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? at(item, rest, replacement) : item))
  const record = (typeof value === 'object' && value !== null ? value : {}) as Record<PropertyKey, unknown>
  return { ...record, [key]: at(record[key], rest, replacement) }
}

const findExample = (schema: z.ZodType): unknown => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  let value = fromSchema(json, json.$defs ?? {})
  for (let repairs = 0; repairs < 40; repairs += 1) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return value
    const path = parsed.error.issues[0]!.path
    const issueIsAt = (candidate: unknown) => {
      const again = schema.safeParse(at(value, path, candidate))
      return !again.success && again.error.issues.some((issue) => issue.path.join('.') === path.join('.'))
    }
    const fitting = candidates.find((candidate) => !issueIsAt(candidate))
    if (fitting === undefined) return null
    value = at(value, path, fitting)
  }
  return null
}

const found = new WeakMap<z.ZodType, unknown>()

/** Returns a value that the schema accepts, or null if a hand-written example is needed. Do not change the value. */
export const exampleOf = (schema: z.ZodType): unknown => {
  if (!found.has(schema)) found.set(schema, findExample(schema))
  return found.get(schema)
}

/** Hand-written bodies by route id, for schemas without a generated example. */
const byHand: Record<string, unknown> = {
  createAdmin: { email: 'second@platform.example', password: 'correct-horse-12', roles: ['admin'] },
  createApiKey: { name: 'text', permissions: ['clients.view'] },
  reauthenticate: { password: 'correct-horse-1' },
}

/** Returns a valid body for the route. The records that the body refers to do not exist. */
export const bodyOf = (route: Route): unknown => {
  if (byHand[route.id] !== undefined) return byHand[route.id]
  if (route.upload) return pngForm(png, 'a.png', route.upload.field)
  if (route.rawBody) return new Uint8Array([123, 125])
  return route.body ? exampleOf(route.body) : undefined
}

const plainParameter: Record<string, string> = {
  slug: 'no-such-store',
  pageSlug: 'no-such-page',
  productSlug: 'no-such-product',
  token: 'x'.repeat(43),
}

/** Returns well-formed path parameters for records that do not exist. */
export const unknownParams = (route: Route): Record<string, string> => {
  const names = [...route.path.matchAll(/:([A-Za-z][A-Za-z0-9]*)/g)].map(([, name]) => name!)
  return Object.fromEntries(
    names.map((name) => {
      const schema = route.params?.shape[name] as z.ZodType | undefined
      const guess = plainParameter[name] ?? 'ffffffffffffffffffffffff'
      if (!schema || schema.safeParse(guess).success) return [name, guess]
      return [
        name,
        String(
          ['999999999', 'monday', '2027-03-10'].find((text) => schema.safeParse(text).success) ??
            exampleOf(schema),
        ),
      ]
    }),
  )
}
