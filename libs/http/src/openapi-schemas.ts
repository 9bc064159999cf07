import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Converts schemas to JSON Schema 2020-12; named schemas become components. */
export type SchemaWriter = {
  input(schema: z.ZodType): JsonSchema
  output(schema: z.ZodType): JsonSchema
  readonly components: Record<string, JsonSchema>
}

export const schemaWriter = (): SchemaWriter => {
  const components: Record<string, JsonSchema> = {}

  // If a record's input schema differs from its output schema (defaults, coercion), it gets its own name.
  const nameFor = (name: string, schema: JsonSchema): string => {
    const known = components[name]
    return known && !isDeepStrictEqual(known, schema) ? nameFor(`${name}Input`, schema) : name
  }

  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        allowNewFields(zodSchema, jsonSchema, io)
        separateForms(zodSchema, jsonSchema)
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    const named = Object.entries($defs).map(([name, { id: __, ...body }]) => ({ name, body }))
    const names = new Map(
      named.map(({ name, body }) => [name, nameFor(name, rewriteRefs(body, noNames) as JsonSchema)]),
    )
    for (const { name, body } of named) components[names.get(name)!] = rewriteRefs(body, names) as JsonSchema
    return rewriteRefs(json, names) as JsonSchema
  }

  return {
    components,
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
  }
}

// New optional fields in replies are a compatible change, so reply schemas must not forbid additional properties.
const allowNewFields = (schema: z.core.$ZodType, json: JsonSchema, io: 'input' | 'output'): void => {
  if (io === 'output' && schema._zod.def.type === 'object' && json.additionalProperties === false)
    delete json.additionalProperties
}

const separateForms = (schema: z.core.$ZodType, json: JsonSchema): void => {
  if (schema._zod.def.type !== 'union' || !Array.isArray(json.anyOf)) return
  if (!excludeEachOther(json.anyOf as JsonSchema[])) return
  json.oneOf = json.anyOf
  delete json.anyOf
}

/**
 * Returns whether every form has a required field that the other forms do not have. Forms of other types
 * differ by type or format.
 */
const excludeEachOther = (forms: JsonSchema[]): boolean =>
  forms.every(({ required, properties }, at) =>
    forms.every(
      (other, index) =>
        index === at ||
        properties === undefined ||
        (required as string[] | undefined)?.some((name) => !(name in ((other.properties ?? {}) as object))),
    ),
  )

const noNames: ReadonlyMap<string, string> = new Map()

const rewriteRefs = (json: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(json)) return json.map((item) => rewriteRefs(item, names))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, rewriteRefs(value, names)]
      const name = value.replace('#/$defs/', '')
      return [key, `#/components/schemas/${names.get(name) ?? name}`]
    }),
  )
}
