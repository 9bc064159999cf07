import type { z } from 'zod'

type Kind = 'text' | 'number' | 'boolean' | 'list'

/** A column of a CSV file: the path of its field, and how its cells are read. */
export type Column = { readonly name: string; readonly path: readonly string[]; readonly kind: Kind }

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
}

/** Returns the columns for the fields of a schema. Fields of objects have names such as `discount.value`. */
export const columnsOf = (schema: z.ZodObject): Column[] => fieldsOf(schema.shape, [])

const fieldsOf = (shape: Record<string, z.core.$ZodType>, parents: readonly string[]): Column[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const path = [...parents, name]
    const { type, shape: fields } = innermost(field)
    return fields ? fieldsOf(fields, path) : [{ name: path.join('.'), path, kind: kinds.get(type) ?? 'text' }]
  })

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['array', 'list'],
])

/** Returns the definition inside optional, nullable and default values. */
const innermost = (schema: z.core.$ZodType): Def => {
  const def = schema._zod.def as Def
  return def.innerType ? innermost(def.innerType) : def
}

/** Returns the values of a CSV row. An empty cell gives no value, so that it changes nothing. */
export const toValues = (columns: readonly Column[], cells: readonly string[]): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const [index, { path, kind }] of columns.entries()) {
    const text = (cells[index] ?? '').trim()
    if (text !== '') assign(values, path, toValue(kind, text))
  }
  return values
}

const assign = (values: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  const [name, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) values[name] = value
  else assign((values[name] ??= {}) as Record<string, unknown>, rest, value)
}

/** Returns unreadable text unchanged, so that it fails validation. */
const toValue = (kind: Kind, text: string): unknown => {
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return booleans.get(text.toLowerCase()) ?? text
  return kind === 'list' ? text.split(/\s+/) : text
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])
