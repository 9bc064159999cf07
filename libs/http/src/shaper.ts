import { z } from 'zod'

/** What a shape says about a value that it does not take. */
const mismatch = Symbol('mismatch')
type Shape = (value: unknown) => unknown

/**
 * The same as `schema.parse`, several times faster for what replies are made of: objects, lists, texts, numbers, booleans,
 * enums, null. It runs zod's own checks; whatever it does not know, and every value it would refuse, goes to zod itself,
 * whose word and error count.
 */
export const shaper = <Schema extends z.ZodType>(schema: Schema): ((value: unknown) => z.output<Schema>) => {
  const shape = shapeOf(schema)
  return (value) => {
    const shaped = shape(value)
    return (shaped === mismatch ? schema.parse(value) : shaped) as z.output<Schema>
  }
}

type Def = z.core.$ZodTypeDef & {
  coerce?: boolean
  catchall?: unknown
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
}

const known = new WeakMap<z.core.$ZodType, Shape>()

const shapeOf = (schema: z.core.$ZodType): Shape => {
  const made = known.get(schema)
  if (made) return made
  // A schema that contains itself finds this in its own place while it is being read.
  known.set(schema, (value) => known.get(schema)!(value))
  const def = schema._zod.def as Def
  const checks = checksOf(schema)
  const make = def.coerce || (checks.length > 0 && !checkable.has(def.type)) ? null : makers[def.type]
  const shape = make?.(schema, def, checks) ?? byZod(schema)
  known.set(schema, shape)
  return shape
}

type Maker = (schema: z.core.$ZodType, def: Def, checks: readonly z.core.$ZodCheck[]) => Shape | null

const checkable = new Set<Def['type']>(['string', 'number'])

const makers: Partial<Record<Def['type'], Maker>> = {
  string: (_, __, checks) => withChecks((value) => typeof value === 'string', checks),
  number: (_, __, checks) => withChecks(Number.isFinite, checks),
  boolean: () => (value) => (typeof value === 'boolean' ? value : mismatch),
  null: () => (value) => (value === null ? null : mismatch),
  enum: (schema) => oneOf(schema._zod.values!),
  literal: (schema) => oneOf(schema._zod.values!),
  nullable: (_, def) => orNull(shapeOf(def.innerType!)),
  array: (_, def) => listOf(shapeOf(def.element!)),
  object: (_, def) => (def.catchall ? null : objectOf(def.shape!)),
}

const byZod =
  (schema: z.core.$ZodType): Shape =>
  (value) => {
    const parsed = z.safeParse(schema, value)
    return parsed.success ? parsed.data : mismatch
  }

/** A format such as `z.iso.datetime()` is a check of its own, before those that were added to it. */
const checksOf = (schema: z.core.$ZodType): z.core.$ZodCheck[] => {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : []
  return [...own, ...(schema._zod.def.checks ?? [])]
}

const withChecks = (isType: (value: unknown) => boolean, checks: readonly z.core.$ZodCheck[]): Shape => {
  if (checks.length === 0) return (value) => (isType(value) ? value : mismatch)
  const payload: z.core.ParsePayload = { value: undefined, issues: [] }
  return (value) => {
    if (!isType(value)) return mismatch
    payload.value = value
    for (const { _zod } of checks) {
      if (_zod.def.when && !_zod.def.when(payload)) continue
      const waiting = _zod.check(payload as never)
      if (waiting !== undefined || payload.issues.length > 0) {
        payload.issues = []
        return mismatch
      }
    }
    return payload.value
  }
}

const oneOf =
  (values: ReadonlySet<unknown>): Shape =>
  (value) =>
    values.has(value) ? value : mismatch

const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value)

const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return mismatch
    const list = Array.from<unknown>({ length: value.length })
    for (let index = 0; index < value.length; index += 1) {
      const shaped = shape(value[index])
      if (shaped === mismatch) return mismatch
      list[index] = shaped
    }
    return list
  }

const objectOf = (fields: Record<string, z.core.$ZodType>): Shape => {
  const names = Object.keys(fields)
  if (names.includes('__proto__')) return () => mismatch
  const shapes = names.map((name) => shapeOf(unwrapped(fields[name]!)))
  const optional = names.map((name) => unwrapped(fields[name]!) !== fields[name])
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return mismatch
    const shaped: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index]!
      const given = (value as Record<string, unknown>)[name]
      if (given === undefined && optional[index]) continue
      const field = shapes[index]!(given)
      if (field === mismatch) return mismatch
      shaped[name] = field
    }
    return shaped
  }
}

/** The schema under a plain `.optional()`: absence is the object's matter. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as Def
  return def.type === 'optional' && checksOf(schema).length === 0 && def.innerType!._zod.optin !== 'defaulted'
    ? def.innerType!
    : schema
}
